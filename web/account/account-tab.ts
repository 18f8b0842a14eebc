import type { ReactNode } from 'react'
import type { AccountPlace } from '#modules/identity/account/account-place.shared.ts'
import type { fetchUser } from '#modules/identity/profile/fetch-user.ts'
import type { paths } from '#openapi/types.ts'
import type { Locale, Text } from '#platform/texts.ts'
import type { AnswerOf, QueryOf } from '#platform/ui/api.ts'
import type { Island } from '#platform/ui/island.tsx'

/** The answer of GET /user/{id}: a person, and what the reader may do with them. */
export type UserDetails = Awaited<ReturnType<typeof fetchUser.run>>

/** Calls the API for the reader of the account. */
export type Read = <P extends keyof paths>(path: P, query: QueryOf<P>) => Promise<AnswerOf<P>>
type Asked = { user_id: number; own: boolean; read: Read }

/** What the props of a tab are made of; `link` keeps what the address of the page carries. */
type Shown = { details: UserDetails; locale: Locale; link: (href: string) => string }

type Declaration<Props> = {
  /** Its name in the address. */
  tab: string
  title: Text
  /** What the reader must be allowed; else the tab shows only the reason. */
  right?: keyof UserDetails['can']
  /** Whose accounts have it; by default everyone's. */
  of?: 'students' | 'staff'
  /** Shown to staff alone: on the own account it is a page of its own, in the menu. */
  ownElsewhere?: true
  /** What the page shows right away. The dialog leaves the request to the island. */
  load?: (asked: Asked) => Promise<Props extends { first: infer First } ? First : null>
  /** Fetched on its own: the dialog loads only the tabs that are opened. */
  island: () => Promise<{ default: Island<Props & object> }>
  /** The island of one's own account, where it is another one. */
  own?: () => Promise<{ default: (props: NoInfer<Props>) => ReactNode }>
  /** 'none': it only shows something, and a page with it loads no script. 'needed': without scripts it changes nothing. */
  script?: 'none' | 'needed'
  /** It is made of panels, each with a heading of its own. */
  panels?: true
  /** It adds ways to sign in, for which one's own email address must be confirmed. */
  signsIn?: true
} & PropsOf<Omit<Props, 'place' | 'first'>, Props>

/** The other props of the island, besides `place` and `first`. */
type PropsOf<More, Props> = keyof More extends never
  ? { props?: (shown: Shown) => Partial<Props> }
  : { props: (shown: Shown) => More }

type TabIsland = Island<{ place: AccountPlace; first: unknown }>

/** A tab as lists hold it: the types of its own props are checked where it is declared. */
export type AccountTab = Omit<Declaration<{ first: unknown }>, 'island' | 'own'> & {
  island: () => Promise<{ default: TabIsland }>
  own?: () => Promise<{ default: TabIsland }>
}

export const declareTab = <Props extends object>(declared: Declaration<Props>): AccountTab => declared as AccountTab
