import { expect, test } from 'vitest'
import { job } from './job.ts'
import { selectJobs } from './select-jobs.ts'

const jobs = ['learning.issue', 'learning.report', 'checkout.charge'].map((name) =>
  job({ name: name as `${string}.${string}`, run: async () => {} }),
)
const names = (...patterns: string[]) => selectJobs(jobs, patterns).map(({ name }) => name)

test('selects jobs by name and by prefix, each once', () => {
  expect(names('learning.*')).toEqual(['learning.issue', 'learning.report'])
  expect(names('checkout.charge', 'learning.report', 'learning.*')).toHaveLength(3)
})

test('refuses a pattern without a job, because a misspelled pattern would do nothing', () => {
  expect(() => names('learning.*', 'chekout.*')).toThrow('no job matches chekout.*')
  expect(() => names('learning')).toThrow('no job matches learning')
})
