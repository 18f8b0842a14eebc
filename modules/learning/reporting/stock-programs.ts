import { findProgramsWithValue } from '#modules/catalogue/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { dayIn } from '#platform/zone.ts'

/** The programs whose schools buy the numbers of their certificates, by today's rules. */
export const stockPrograms = (ctx: Pick<Ctx, 'sql' | 'now'>): Promise<string[]> =>
  findProgramsWithValue(ctx, 'certificate.number_source', 'stock', dayIn('UTC', ctx.now))
