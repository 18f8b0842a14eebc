import type { Ctx } from '../../../platform/ctx.ts'
import { filesPort } from '../../../platform/ports.ts'
import type { Sentence } from '../../../platform/sentence.ts'
import { findTaskFile } from '../../identity/index.ts'
import { longExportTexts as words } from './long-export.texts.ts'

/** The largest file that a report or an export in the background makes. */
export const mostBytes = 2 * 1024 ** 3

/** Removes a file that its task did not take: another worker was quicker, and its file stays. */
export async function removeUnused(ctx: Ctx, task_id: number, key: string): Promise<void> {
  const used = await findTaskFile(ctx, task_id)
  if (used?.key !== key) await ctx.use(filesPort).remove(key)
}

/** What a finished task says of its file. */
export const summaryOf = (rows: number): Sentence => ({ text: words.done, params: { rows: { count: rows } } })
