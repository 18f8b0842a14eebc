import { expect, it } from 'vitest'
import { checkLongFunctions } from './long-functions.ts'

const lines = (count: number) => Array.from({ length: count }, (_, n) => `  work(${n})`).join('\n')
const complaints = (text: string, path = 'modules/learning/a.ts') => checkLongFunctions([{ path, text }])

it('reports a function of more than 80 lines, with its line', () => {
  expect(complaints(`\nexport function long() {\n${lines(79)}\n}\n`)).toEqual([
    'modules/learning/a.ts: long (line 2) has 81 lines, more than 80: find its parts',
  ])
})

it.each([
  ['const long = () => {', '}'],
  ['const box = { long() {', '} }'],
  ['test(function () {', '})'],
  ['class Box { long() {', '} }'],
])('finds functions of every form: %s', (head, tail) => {
  expect(complaints(`${head}\n${lines(79)}\n${tail}`)).toHaveLength(1)
})

it('accepts a function of 80 lines, a class, a table and tests', () => {
  expect(complaints(`function short() {\n${lines(78)}\n}`)).toEqual([])
  expect(complaints(`const table = [\n${lines(200).replaceAll(')', '),')}\n]`)).toEqual([])
  expect(complaints(`function long() {\n${lines(79)}\n}`, 'modules/learning/a.test.ts')).toEqual([])
})
