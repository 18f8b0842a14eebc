import { ConfigurationError } from '#platform/env.ts'
import { productVersion } from '#platform/version.ts'
import { startFault } from '#web/start-fault.ts'
import { exit, messageOf, type Surroundings, UsageError } from './command.ts'
import { commands } from './commands.ts'

const heading = 'usage: waypost COMMAND [OPTIONS]'

const overview = (): string[] => [
  heading,
  '',
  ...Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(14)} ${summary}`),
  '',
  'waypost COMMAND --help   its options',
  'waypost --version        the version of this release',
  '',
  'Settings come from the environment (.env.example lists them).',
  'Exit codes: 0 done, 1 a fault was found or the command was refused, 2 it could not run.',
]

/** Runs the command that the arguments name; resolves to the exit code, and explains every failure in one message. */
export async function runCommand([name, ...args]: readonly string[], surroundings: Surroundings): Promise<number> {
  const explain = (sentence: string) => {
    surroundings.warn(sentence)
    return exit.unable
  }
  if (name === '--version') {
    surroundings.print(await productVersion)
    return exit.done
  }
  if (name === undefined || name === '--help' || name === 'help') {
    for (const line of overview()) surroundings.print(line)
    return name === undefined ? exit.unable : exit.done
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) return explain(`${name} is not a command: waypost --help lists them`)
  if (args.includes('--help')) {
    surroundings.print(`usage: waypost ${name}${command.usage.length > 0 ? ' [OPTIONS]' : ''}: ${command.summary}`)
    for (const line of command.usage) surroundings.print(`  ${line}`)
    return exit.done
  }
  try {
    const run = await command.load()
    return await run(args, surroundings)
  } catch (error) {
    if (isUsage(error)) return explain(`${error.message} (waypost ${name} --help)`)
    if (error instanceof ConfigurationError) return explain(error.message)
    if (isUnbuilt(error))
      return explain(`waypost ${name} loads pages, so it runs from a build: npm run -s waypost -- ${name}`)
    return explain(startFault(error) ?? describe(error))
  }
}

/** Node reads TypeScript, but not the .tsx of pages. */
const isUnbuilt = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(error, 'code') === 'ERR_UNKNOWN_FILE_EXTENSION'

const isUsage = (error: unknown): error is Error =>
  error instanceof UsageError ||
  (error instanceof TypeError && String(Reflect.get(error, 'code')).startsWith('ERR_PARSE_ARGS'))

/** Programming errors are printed with their location, all others as their message. */
function describe(error: unknown): string {
  const isBug = error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError
  return (isBug && error.stack) || messageOf(error)
}
