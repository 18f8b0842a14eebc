import type { Ctx } from '../../../platform/ctx.ts'
import { openKept } from '../../../platform/web/kept-map.ts'
import { fetchPublicCourses } from './fetch-public-courses.ts'
import { readRevision } from './revision.ts'

type Query = Parameters<typeof fetchPublicCourses.run>[1]
type Found = Awaited<ReturnType<typeof fetchPublicCourses.run>>['data']
/** `print` stands for the list: where it is the same, so is the list. */
export type KeptCourses = { readonly print: string; readonly found: Found; readonly length: number }

const kept = openKept<KeptCourses>({ most: 200, longest: 100_000 })

/**
 * A page of what the organization sells, read once for each revision of the catalogue, which is asked for each time.
 * What somebody typed is read anew and has no print.
 */
export async function keptPublicCourses(ctx: Ctx, query: Query): Promise<{ print: string | null; found: Found }> {
  if (query.course_name) return { print: null, found: (await fetchPublicCourses.run(ctx, query)).data }
  const { organization_id, name } = ctx.organization
  const revision = await readRevision(ctx.sql, organization_id)
  const print = JSON.stringify([revision, organization_id, name, ctx.locale, query])
  return kept.get(print) ?? readCourses(ctx, query, print)
}

async function readCourses(ctx: Ctx, query: Query, print: string): Promise<KeptCourses> {
  const { data } = await fetchPublicCourses.run(ctx, query)
  return kept.keep(print, { print, found: data, length: JSON.stringify(data).length })
}
