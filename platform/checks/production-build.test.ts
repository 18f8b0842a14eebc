import { expect, test } from 'vitest'
import { checkProductionBuild } from './production-build.ts'
import type { Source } from './source.ts'

const source = (path: string, text: string): Source => ({ path, text, imports: [] })
const sources = [
  source('simulators/exams/simulator.ts', "const secret = 'simulated-secret'\nconst path = '/api/v1/attempts'"),
  source('modules/security/exams/provider.ts', "const path = '/api/v1/attempts'"),
]

test('refuses a build that contains a string of a simulator only', () => {
  const built = [{ path: 'dist/server/main.js', text: 'const client = "simulated-secret";' }]
  expect(checkProductionBuild(sources, built)).toEqual([
    "dist/server/main.js contains 'simulated-secret' of simulators/exams/simulator.ts",
  ])
})

test('accepts strings that the adapter shares', () => {
  expect(checkProductionBuild(sources, [{ path: 'dist/server/main.js', text: 'get("/api/v1/attempts")' }])).toEqual([])
})

test('refuses a simulator without a unique string, and an empty build', () => {
  const nameless = [source('simulators/phones/simulator.ts', 'export const phones = 1')]
  expect(checkProductionBuild(nameless, [])).toEqual([
    'there is no build to look into',
    'simulators/phones has no string of its own by which a build could be searched for it',
  ])
})
