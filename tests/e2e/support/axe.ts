import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'

const axe = await readFile(resolve(import.meta.dirname, '../../../node_modules/axe-core/axe.min.js'), 'utf8')

/** Axe's violations on the current page, in words. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    type Result = { id: string; help: string; nodes: { target: string[]; failureSummary: string }[] }
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Result[] }> } }
    const { violations } = await axe.run()
    return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes[0]!.target}: ${nodes[0]!.failureSummary})`)
  })
}
