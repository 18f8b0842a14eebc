import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The path of this machine's Chromium, or null. `CHROMIUM` overrides the search in PATH. */
export function findChromium(): string | null {
  const inPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  return [process.env.CHROMIUM ?? '', ...inPath, ...places].find(isExecutable) ?? null
}

function isExecutable(path: string): boolean {
  if (!path) return false
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Finds Chromium or installs it with the system's package manager; explains what to do if neither works. */
export async function requireChromium(): Promise<string> {
  const chromium = findChromium()
  if (chromium) return chromium
  console.log('No Chromium here: installing it with the system package manager.')
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const recipes = [
    [
      [...sudo, 'apt-get', 'update', '-qq'],
      [...sudo, 'apt-get', 'install', '-y', '-qq', 'chromium'],
    ],
    [[...sudo, 'dnf', 'install', '-y', '-q', 'chromium']],
    [[...sudo, 'apk', 'add', '--quiet', 'chromium']],
  ]
  for (const recipe of recipes) {
    for (const [command, ...args] of recipe) await run(command!, args, { quiet: true }).catch(() => null)
    const installed = findChromium()
    if (installed) return installed
  }
  throw new Error('The browser tests need Chromium: install it, or name one in CHROMIUM.')
}
