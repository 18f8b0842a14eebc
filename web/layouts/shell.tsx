import type { ReactNode } from 'react'
import ChatBubble from '#modules/support/chat/chat-bubble.island.tsx'
import { texts } from '#platform/texts.ts'
import { Alert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import type { Frame } from '#platform/web/frame.ts'
import SignOutWarning from '#web/sign-out/sign-out-warning.island.tsx'
import { Announcements } from './announcements.tsx'
import TabTitle from './tab-title.island.tsx'

const messages = texts({
  skip: ['Skip to content', 'Saltar al contenido'],
  viewing: ['Viewing as {user}', 'Viendo como {user}'],
  exit: ['Exit', 'Salir'],
  switching: ['Switching Back...', 'Volviendo…'],
})

const banners = { success: 'success', error: 'error', info: 'info' } as const

/**
 * The parts of every page: skip link, 'Viewing as', the organization's banner, the last action's message, and the chat
 * unless the page has its own place for it.
 */
export function Shell({ frame, chat = true, children }: { frame: Frame; chat?: boolean; children: ReactNode }) {
  const t = useTexts(messages)
  if (frame.swapped) return children
  return (
    <>
      <a
        href="#main"
        className="z-50 rounded-md bg-card px-4 py-2 font-semibold text-foreground shadow-over not-focus:sr-only focus:absolute focus:top-2 focus:start-2"
      >
        {t('skip')}
      </a>
      {frame.viewing_as && <ViewingBar exit={frame.viewing_as.exit} user={frame.user?.name ?? ''} />}
      <Announcements frame={frame} />
      {frame.viewing_as ? <div className="viewing contents">{children}</div> : children}
      {frame.user && <TabTitle notifications={frame.notifications.total} tickets={frame.unread_tickets ?? 0} />}
      {chat && <Chat frame={frame} />}
      <SignOut frame={frame} />
    </>
  )
}

const oneDay = 86_400

/** People whose device stays signed in for weeks need no warning. */
const SignOut = ({ frame: { user, session } }: { frame: Frame }) =>
  user && session && session.idle_seconds < oneDay ? <SignOutWarning user_id={user.user_id} {...session} /> : null

/** The chat, for people who have one: a bubble in the corner, or an icon in the header of a course. */
export const Chat = ({ frame, inHeader = false }: { frame: Frame; inHeader?: boolean }) =>
  frame.chat ? <ChatBubble {...frame.chat} unread={frame.unread_tickets ?? 0} inHeader={inHeader} /> : null

/** Stays at the top of every page, above other sticky elements (`in-[.viewing]:top-13`). */
function ViewingBar({ exit, user }: { exit: string; user: string }) {
  const t = useTexts(messages)
  return (
    <form
      method="post"
      action={exit}
      aria-label={t('viewing', { user })}
      className="sticky top-0 z-40 flex h-13 items-center justify-center gap-3 border-b border-purple-ink bg-purple-soft px-4 text-purple-ink print:hidden"
    >
      <p role="status" className="min-w-0 truncate font-semibold">
        {t('viewing', { user })}
      </p>
      <BusySubmit label={t('exit')} busyLabel={t('switching')} variant="outline" size="sm" />
    </form>
  )
}

/** The last action's message, at the top of the main part. */
export function FlashMessage({ frame }: { frame: Frame }) {
  return frame.flash ? (
    <Alert variant={banners[frame.flash.kind]} className="mb-5">
      {frame.flash.text}
    </Alert>
  ) : null
}
