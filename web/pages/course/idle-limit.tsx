import IdleWatch from '#modules/learning/seat-time/idle-watch.island.tsx'

/** Watches the idle limit of a course on a page that earns no time. */
export const IdleLimit = ({ minutes }: { minutes: number | null }) =>
  minutes !== null && <IdleWatch idle_minutes={minutes} />
