import { expect, test } from 'vitest'
import { declaredAddresses } from '#platform/checks/page-addresses.ts'
import { readSources } from '#platform/checks/source.ts'
import { errorPages } from './layouts/errors.tsx'
import { pages } from './pages.ts'

test('the addresses that links are checked against are those of the served pages', () => {
  const served = [...pages, ...errorPages].map(({ address }) => address)
  expect(declaredAddresses(readSources(process.cwd()))).toEqual(served.toSorted())
})
