import { expect, test } from 'vitest'
import { declaredAddresses } from '#platform/checks/page-addresses.ts'
import { readSources } from '#platform/checks/source.ts'
import { errorPages } from './layouts/errors.tsx'
import { pages } from './pages.ts'

test('links are checked against the addresses of the served pages', () => {
  const served = [...pages, ...errorPages].map(({ address }) => address)
  expect(declaredAddresses(readSources(process.cwd()))).toEqual(served.toSorted())
})
