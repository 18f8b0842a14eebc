import { findProgramsWithValue } from '#modules/catalogue/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { dayIn } from '#platform/zone.ts'
import { programZone } from './agencies/zone.ts'

/** The programs whose schools buy the numbers of their certificates, by the rules of today in each program's zone. */
export const stockPrograms = (ctx: Pick<Ctx, 'sql' | 'now'>): Promise<string[]> =>
  findProgramsWithValue(ctx, 'certificate.number_source', 'stock', (id) => dayIn(programZone(id), ctx.now))
