import { expect, test } from 'vitest'
import { builtFolder, builtName } from './find-readers.ts'

test.each(['main.js', 'assets/html-CcAk4703.js'])('the readers of a build are found from dist/server/%s', (file) => {
  expect(builtFolder(`file:///srv/waypost/dist/server/${file}`)).toBe('file:///srv/waypost/dist/readers/')
  expect(builtName('modules/a/b')).toBe('modules-a-b')
})
