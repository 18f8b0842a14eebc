import { expect, test } from 'vitest'
import { builtFolder, builtName } from './find-readers.ts'

test.each(['main.js', 'assets/html-CcAk4703.js'])('finds the readers of a build from dist/server/%s', (file) => {
  expect(builtFolder(`file:///srv/waypost/dist/server/${file}`)).toBe('file:///srv/waypost/dist/readers/')
  expect(builtName('modules/a/b')).toBe('modules-a-b')
})
