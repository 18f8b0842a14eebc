import type { ReactNode } from 'react'
import type { AccountPlace } from '#modules/identity/account/account-place.shared.ts'
import type { fetchUser } from '#modules/identity/profile/fetch-user.ts'
import type { paths } from '#openapi/types.ts'
import type { Locale, Text } from '#platform/texts.ts'
import type { QueryOf, ResponseOf } from '#platform/ui/api.ts'
import type { Island } from '#platform/ui/island.tsx'

/** The response of GET /user/{id}: a person, and the reader's possible actions. */
export type UserDetails = Awaited<ReturnType<typeof fetchUser.run>>

/** Calls the API for the reader of the account. */
export type Read = <P extends keyof paths>(path: P, query: QueryOf<P>) => Promise<ResponseOf<P>>
type TabRequest = { user_id: number; own: boolean; read: Read }

/** The inputs for a tab's props; `link` keeps the page's carried parameters. */
type TabProps = { details: UserDetails; locale: Locale; link: (href: string) => string }

type Declaration<Props> = {
  /** The tab's name in the address. */
  tab: string
  title: Text
  /** The reader's required permission; without it the tab shows only the reason. */
  right?: keyof UserDetails['can']
  /** The kinds of accounts that have the tab; all by default. */
  of?: 'students' | 'staff'
  /** Shown only to staff: for one's own account, the menu links to a separate page. */
  ownElsewhere?: true
  /** The data rendered by the page. In the dialog the island loads it. */
  load?: (request: TabRequest) => Promise<Props extends { first: infer First } ? First : null>
  /** Imported dynamically: the dialog loads only opened tabs. */
  island: () => Promise<{ default: Island<Props & object> }>
  /** The island for one's own account, if different. */
  own?: () => Promise<{ default: (props: NoInfer<Props>) => ReactNode }>
  /** 'none': read-only, and its page loads no script. 'needed': without scripts it is read-only. */
  script?: 'none' | 'needed'
  /** The tab consists of panels with their own headings. */
  panels?: true
  /** The tab adds sign-in methods, which require a confirmed email address. */
  signsIn?: true
} & PropsOf<Omit<Props, 'place' | 'first'>, Props>

/** The other props of the island, besides `place` and `first`. */
type PropsOf<More, Props> = keyof More extends never
  ? { props?: (account: TabProps) => Partial<Props> }
  : { props: (account: TabProps) => More }

type TabIsland = Island<{ place: AccountPlace; first: unknown }>

/** A tab in lists: the types of its own props are checked in its declaration. */
export type AccountTab = Omit<Declaration<{ first: unknown }>, 'island' | 'own'> & {
  island: () => Promise<{ default: TabIsland }>
  own?: () => Promise<{ default: TabIsland }>
}

export const declareTab = <Props extends object>(declaration: Declaration<Props>): AccountTab =>
  declaration as AccountTab
