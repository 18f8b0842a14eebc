import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(path, 'utf8')
const { version } = JSON.parse(read('package.json')) as { version: string }

test('the changelog, the lock file and the manifests name the version of package.json', () => {
  const [newest] = [...read('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+) \(\d{4}-\d{2}-\d{2}\)$/gm)]
  expect(newest?.[1]).toBe(version)
  const lock = JSON.parse(read('package-lock.json')) as { version: string; packages: { '': { version: string } } }
  expect([lock.version, lock.packages[''].version]).toEqual([version, version])
  const images = ['migrate', 'waypost'].flatMap((name) => [
    ...read(`platform/deploy/kubernetes/${name}.yaml`).matchAll(/image: waypost:(\S+)/g),
  ])
  expect(images.map(([, tag]) => tag)).toEqual([version, version, version])
})
