import { expect, test } from 'vitest'
import { closureOf, type Lock, renderSbom } from './packages.ts'

const lock: Lock = {
  packages: {
    '': { dependencies: { a: '1', dev: '1' } },
    'node_modules/a': { version: '1.0.0', license: 'MIT', dependencies: { b: '2', '@s/c': '1' } },
    'node_modules/a/node_modules/b': {
      version: '2.0.0',
      license: 'ISC',
      dependencies: { d: '1' },
      integrity: 'sha512-AAEC',
    },
    'node_modules/b': { version: '1.0.0', license: 'ISC' },
    'node_modules/@s/c': { version: '1.1.0', license: 'MIT', optionalDependencies: { linux: '1', mac: '1' } },
    'node_modules/d': { version: '4.0.0', license: 'BSD-3-Clause', dependencies: { b: '1', a: '1' } },
    'node_modules/linux': { version: '1.0.0', license: 'MIT' },
    'node_modules/mac': { version: '1.0.0', license: 'MIT' },
    'node_modules/dev': { version: '1.0.0', license: 'MIT' },
  },
}
const closure = () => closureOf(lock, ['a'], (folder) => folder !== 'node_modules/mac')

test('takes the packages that a package needs, as Node resolves them, and none for development or other platforms', () => {
  expect(closure().map(({ folder }) => folder)).toEqual([
    'node_modules/@s/c',
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/b',
    'node_modules/d',
    'node_modules/linux',
  ])
})

test('refuses a needed package that is not installed', () => {
  expect(() => closureOf(lock, ['a'], (folder) => folder !== 'node_modules/d')).toThrow(
    'd, which node_modules/a/node_modules/b needs, is not installed',
  )
})

test('the bill of materials names each package once with its license and hash, and is reproducible', () => {
  const product = {
    name: 'waypost',
    version: '1.2.3',
    at: new Date('2026-11-27T00:00:00Z'),
    id: '0123456789abcdef'.repeat(4),
  }
  const text = renderSbom(product, closure())
  expect(renderSbom(product, closure())).toBe(text)
  const { components, serialNumber } = JSON.parse(text)
  expect(serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(components.map(({ purl }: { purl: string }) => purl)).toEqual([
    'pkg:npm/%40s/c@1.1.0',
    'pkg:npm/a@1.0.0',
    'pkg:npm/b@2.0.0',
    'pkg:npm/b@1.0.0',
    'pkg:npm/d@4.0.0',
    'pkg:npm/linux@1.0.0',
  ])
  expect(components[2]).toMatchObject({
    licenses: [{ expression: 'ISC' }],
    hashes: [{ alg: 'SHA-512', content: '000102' }],
  })
})
