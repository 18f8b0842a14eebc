import type { Ctx } from '#platform/ctx.ts'
import { acceptWatched, isWatched, maxSlack, type WatchedRange } from './watch.ts'

/** A player's claim of what it has shown of one video since its last report. */
export type VideoReport = { media: string; duration_ms: number; ranges: readonly WatchedRange[] }
/** The watched share of a video, 0 to 100, rounded down, and the part from the start without a gap. */
export type VideoProgress = { media: string; percent: number; completed: boolean; seen_ms: number }

/**
 * Creates the rows of a component's videos when it is opened; their time counts from then on. A video that we can't
 * measure gets no row and need not be watched, because only the student would state its length.
 */
export async function insertVideos(
  ctx: Ctx,
  progress: { student_progress_id: number; organization_id: number },
  videos: readonly { media: string; duration_ms: number | null }[],
): Promise<void> {
  const { student_progress_id, organization_id } = progress
  const rows = videos.flatMap(({ media, duration_ms }) =>
    duration_ms ? [{ student_progress_id, organization_id, media, duration_ms, measured_ind: true }] : [],
  )
  if (rows.length === 0) return
  await ctx.sql`
    insert into learning.watched_video ${ctx.sql(rows)}
    on conflict (student_progress_id, media) do update set duration_ms = excluded.duration_ms, measured_ind = true
    where not watched_video.measured_ind`
}

const coveredMs = (sql: Ctx['sql']) => sql`
  (select coalesce(sum(upper(r) - lower(r)), 0)::int from unnest(watched) r)`

type Row = {
  media: string
  duration_ms: number
  played_ms: number
  slack_ms: number
  reported_ms: number
  now_ms: number
  /** The part of the report that was not accepted before. */
  unseen: WatchedRange[]
}

/** Locks a component's videos in a fixed order, because two beats may list them in different orders. */
export async function lockVideos({ sql }: Ctx, student_progress_id: number): Promise<void> {
  await sql`
    select 1 from learning.watched_video where student_progress_id = ${student_progress_id} order by media for update`
}

/**
 * Adds a player's report to the watched ranges, limited to the elapsed time. Ignores videos that the component does
 * not have or that we have not measured. The caller must check whose progress it is.
 */
export async function recordVideo(ctx: Ctx, student_progress_id: number, report: VideoReport): Promise<void> {
  const { sql } = ctx
  const { media } = report
  const [row] = await sql<Row>`
    select media, duration_ms, played_ms::float8 as played_ms, slack_ms,
           floor(1000 * extract(epoch from reported_at))::float8 as reported_ms,
           floor(1000 * extract(epoch from platform.now()))::float8 as now_ms,
           coalesce((select json_agg(json_build_object('from_ms', lower(r), 'to_ms', upper(r)))
                     from unnest(${multirange(report.ranges)}::int4multirange - watched) r), '[]') as unseen
    from learning.watched_video
    where student_progress_id = ${student_progress_id} and media = ${media} and measured_ind for update`
  const isNew = row && (row.unseen.length > 0 || row.slack_ms < maxSlack)
  if (!isNew) return
  const acceptedPart = acceptWatched(row, row.unseen, row.now_ms)
  await sql`
    update learning.watched_video
    set watched = watched + ${multirange(acceptedPart.ranges)}::int4multirange,
        played_ms = ${acceptedPart.played_ms}, slack_ms = ${acceptedPart.slack_ms},
        reported_at = ${new Date(acceptedPart.reported_ms)}
    where student_progress_id = ${student_progress_id} and media = ${media}`
  await advanceOtherVideos(ctx, student_progress_id, media, acceptedPart.played_ms - row.played_ms)
  await completeVideo(ctx, student_progress_id, media)
}

const multirange = (ranges: readonly WatchedRange[]): string => {
  const rounded = ranges.map((range) => ({ from: Math.round(range.from_ms), to: Math.round(range.to_ms) }))
  const parts = rounded.filter(({ from, to }) => to > from).map(({ from, to }) => `[${from},${to})`)
  return `{${parts.join(',')}}`
}

/** Time spent on one video can't be claimed for another video on the same page. */
async function advanceOtherVideos(
  { sql }: Ctx,
  student_progress_id: number,
  media: string,
  played_ms: number,
): Promise<void> {
  if (played_ms <= 0) return
  await sql`
    update learning.watched_video
    set reported_at = least(platform.now(), reported_at + ${played_ms}::float8 * interval '1 millisecond')
    where student_progress_id = ${student_progress_id} and media <> ${media} and completed_at is null`
}

async function completeVideo(ctx: Ctx, student_progress_id: number, media: string): Promise<void> {
  const { sql } = ctx
  const [row] = await sql<{ covered_ms: number; played_ms: number; duration_ms: number }>`
    select ${coveredMs(sql)} as covered_ms, played_ms::float8 as played_ms, duration_ms
    from learning.watched_video where student_progress_id = ${student_progress_id} and media = ${media}`
  if (!row || !isWatched(row.covered_ms, row.played_ms, row.duration_ms)) return
  await sql`
    update learning.watched_video set completed_at = coalesce(completed_at, platform.now())
    where student_progress_id = ${student_progress_id} and media = ${media}`
}

/** The watched part of the measured videos, by progress row. */
export async function listVideoProgress(
  ctx: Ctx,
  student_progress_ids: readonly number[],
): Promise<Map<number, VideoProgress[]>> {
  const { sql } = ctx
  const rows = await sql<VideoProgress & { student_progress_id: number }>`
    select student_progress_id, media, completed_at is not null as completed,
           coalesce((select upper(r) from unnest(watched) r where lower(r) = 0), 0) as seen_ms,
           case when completed_at is not null then 100
                else least(99, floor(100.0 * ${coveredMs(sql)} / duration_ms))::int end as percent
    from learning.watched_video
    where student_progress_id = any(${sql.array(student_progress_ids)}) and measured_ind`
  return Map.groupBy(rows, (row) => row.student_progress_id)
}
