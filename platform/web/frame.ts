import type { Role } from '#platform/actor.ts'
import type { Locale } from '#platform/texts.ts'

/** The visitor's choice; `system` follows the device. */
export type Theme = 'light' | 'dark' | 'system'
/** A message carried over one redirect, shown once at the top of the next page. */
export type Flash = { kind: 'success' | 'error' | 'info'; text: string }

/** One entry of the back-office drawer, under its group. `icon` is a name of platform/ui/icons.tsx. */
export type DrawerEntry = { href: string; label: string; icon: string; group: string; count?: number }

/** An organization's message to its people: a text, or HTML from the rich text renderer. */
export type Announcement = { kind: 'info' | 'attention' | 'error' } & ({ text: string } | { html: string })

/**
 * The product's additions for its own layouts, by declaration merging (`web/frame.ts`); all of them may be absent.
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: only an interface can be merged with
export interface OwnFrame {}

/** The content around a page; the composition root supplies it for every page (`frame(ctx, request)`). */
export type FrameContent = {
  /** `color` is a validated '#rrggbb' of the organization, or null for ours. */
  brand: {
    name: string
    logo: string | null
    color: string | null
    /** The organization's social pages. */
    social?: readonly { network: string; href: string }[]
  }
  /** The organization's time zone, which determines legal days. `defaultZone` by default. */
  time_zone?: string | undefined
  user: { user_id: number; name: string; email: string; role: Role; picture: string | null } | null
  /** Set while staff view as this user: shows 'Viewing as {user}' with Exit (a POST to `exit`). */
  viewing_as: { exit: string } | null
  /** Whether the person is staff of an organization with sub-organizations, whose sites they may open. */
  has_sites?: boolean
  /** The notifications: the total number, and the newest. */
  notifications: { total: number; list: readonly { notification_id: number; text: string; href: string | null }[] }
  /** The organization's banner above every page. */
  banner: Announcement | null
  /** The notices after sign-in, until they are dismissed. `ids` are all of today's. */
  notices: { shown: readonly (Announcement & { system_notice_id: number })[]; ids: readonly number[] }
  drawer: readonly DrawerEntry[]
  /** The support contacts and hours. */
  support: { phone: string | null; email: string | null; hours: string; href: string | null }
} & OwnFrame

/** A layout's input: the content, and what the renderer adds. */
export type Frame = FrameContent & {
  locale: Locale
  theme: Theme
  /** Path and query of this page; the language form, the theme form and sign-in come back to it. */
  path: string
  /** `?org_code=…&course_website_id=…` of this page, or ''; `withCarriedParams(frame, href)` adds it to a link. */
  carried: string
  flash: Flash | null
  /** Set for a part that is put into the frame of another page: the layout leaves that frame out. */
  swapped?: boolean
}

/** The part of a frame that is the same for everyone, without personal data. */
export const anonymousFrame = ({
  brand,
  time_zone,
  support,
  banner,
  locale,
  theme,
}: Pick<Frame, 'brand' | 'time_zone' | 'support' | 'banner' | 'locale' | 'theme'>): Frame => ({
  brand,
  time_zone,
  support,
  banner,
  locale,
  theme,
  user: null,
  viewing_as: null,
  notifications: { total: 0, list: [] },
  notices: { shown: [], ids: [] },
  drawer: [],
  path: '',
  carried: '',
  flash: null,
})

export const carriedNames = ['org_code', 'course_website_id']

/** The query parameters carried from page to page, without empty ones: '?org_code=abc' or ''. */
export function carriedOf(url: URL): string {
  const pairs = carriedNames.flatMap((name) => {
    const value = url.searchParams.get(name)
    return value ? [[name, value]] : []
  })
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

/** Adds the carried parameters to an address of this site; its own parameters win. */
export function withCarriedParams({ carried }: { carried: string }, href: string): string {
  if (!carried || !href.startsWith('/')) return href
  const [path = '', hash] = href.split('#')
  const [pathname, query] = path.split('?')
  const params = new URLSearchParams(query)
  for (const [name, value] of new URLSearchParams(carried)) if (!params.has(name)) params.set(name, value)
  return `${pathname}?${params}${hash === undefined ? '' : `#${hash}`}`
}
