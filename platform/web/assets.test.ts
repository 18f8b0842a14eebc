import { expect, test } from 'vitest'
import { assetsOf } from './assets.ts'

const manifest = {
  'web/client.ts': { file: 'assets/client.js', imports: ['_react.js'] },
  'web/theme.css': {
    file: 'assets/theme.css',
    assets: ['assets/x-latin-wght-normal-1.woff2', 'assets/x-latin-ext-wght-normal-1.woff2'],
  },
  '_react.js': { file: 'assets/react.js' },
  '_store.js': { file: 'assets/store.js', imports: ['_react.js'] },
  'modules/checkout/cart/mini-cart.island.tsx': {
    file: 'assets/cart.js',
    imports: ['_react.js', '_store.js'],
    css: ['assets/cart.css'],
  },
}

test('a page lists the files of its islands beyond the shared ones', () => {
  const assets = assetsOf(manifest)
  expect(assets.island('checkout/mini-cart')).toEqual({
    address: '/assets/cart.js',
    scripts: ['/assets/cart.js', '/assets/store.js'],
    css: ['/assets/cart.css'],
  })
  expect([assets.entry, ...assets.base]).toEqual(['/assets/client.js', '/assets/react.js'])
  expect(assets.fonts).toEqual(['/assets/x-latin-wght-normal-1.woff2'])
})

test('an island missing in the build is an error, not a dead page', () => {
  expect(() => assetsOf(manifest).island('checkout/lost')).toThrow('no island checkout/lost')
})
