// The server: `waypost serve` (web/commands). A separate entry for starting it without the other commands.
import { runCommand } from './commands/run-command.ts'

const print = (line: string) => console.log(line)
const warn = (line: string) => console.error(line)
const code = await runCommand(['serve', ...process.argv.slice(2)], {
  settings: process.env,
  folder: process.cwd(),
  print,
  warn,
})
if (code !== 0) process.exit(code)
