/** The options of a channel namespace; `docs/realtime/centrifugo.yaml` says the same to Centrifugo. */
export type Namespace = {
  /** The pattern of the name after the colon. */
  readonly name: RegExp
  /** The maximum number of publications replayed to a page that was offline. */
  readonly history: number
  /** Whether subscribers see who else is present, and who joins and leaves. */
  readonly presence: boolean
}

const twoIds = /^\d{1,10}\.\d{1,10}$/

export const namespaces: Readonly<Record<string, Namespace>> = {
  /** personal:{organization}.{user}: changes for one person. */
  personal: { name: twoIds, history: 50, presence: false },
  /** thread:{organization}.{thread}: messages of a ticket, typing and read marks. */
  thread: { name: twoIds, history: 200, presence: false },
  /** staff:{organization}: the ticket queue, and staff-only changes. */
  staff: { name: /^\d{1,10}$/, history: 200, presence: false },
  /** course:{organization}.{course}: who has a course open in the editor. */
  course: { name: twoIds, history: 50, presence: true },
}

/** How long publications can be replayed, in milliseconds. */
export const historyMs = 10 * 60_000

export const personalChannel = (organization_id: number, user_id: number) => `personal:${organization_id}.${user_id}`
export const threadChannel = (organization_id: number, chat_thread_id: number) =>
  `thread:${organization_id}.${chat_thread_id}`
export const staffChannel = (organization_id: number) => `staff:${organization_id}`
export const courseChannel = (organization_id: number, course_id: number) => `course:${organization_id}.${course_id}`

export type Channel = { namespace: string; organization_id: number; id: number | null }

/** The parts of a channel's name; null for any other name. */
export function parseChannel(channel: string): Channel | null {
  const [namespace = '', name = '', ...rest] = channel.split(':')
  if (rest.length > 0 || !Object.hasOwn(namespaces, namespace) || !namespaces[namespace]!.name.test(name)) return null
  const [organization, id] = name.split('.').map(Number)
  return { namespace, organization_id: organization!, id: id ?? null }
}
