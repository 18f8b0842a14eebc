import { expect, test } from 'vitest'
import { addressesFile, checkPageAddresses, renderAddresses, spellings } from './page-addresses.ts'

const page = (path: string, address: string) => ({
  path: `web/pages/${path}.page.tsx`,
  text: `export default page({\n  address: ${address},\n  title: t,\n})\n`,
})

test('alternatives and optional parts are separate addresses', () => {
  expect(spellings('/')).toEqual(['/'])
  expect(spellings('/course/:id{[0-9]{1,9}}/review')).toEqual(['/course/:id/review'])
  expect(spellings('/login/:name{(?:google|facebook)}')).toEqual(['/login/google', '/login/facebook'])
  expect(spellings('/a/:id/:tab{one|two}?')).toEqual(['/a/:id', '/a/:id/one', '/a/:id/two'])
  expect(spellings('/a/:id{[0-9]{1,9}|new}/account')).toEqual(['/a/:id/account', '/a/new/account'])
})

test('reports a page without a literal address, and a stale list', () => {
  const pages = [page('one', "'/one'"), page('two', 'twoPath')]
  const list = { path: addressesFile, text: renderAddresses(pages) }
  expect(checkPageAddresses([...pages, list])).toEqual([
    "web/pages/two.page.tsx declares no address of its own: write it out, address: '/…'",
  ])
  const overrides = [...pages, page('three', "'/three/:id'")]
  expect(checkPageAddresses([...overrides, list])).toContain(`${addressesFile} is stale: run make gen`)
})
