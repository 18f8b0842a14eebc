import { listNotifications, type Notifications } from '#modules/identity/entry.ts'
import { dismissAllForUser } from '#modules/identity/notifications/dismiss-all.ts'
import { pathTo } from '#platform/path-to.ts'
import { signedIn, userOf } from '#platform/permissions.ts'
import { texts } from '#platform/texts.ts'
import { Button } from '#platform/ui/button.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { Icon } from '#platform/ui/icons.tsx'
import { useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { OwnLayout } from './own-layout.tsx'

const messages = texts({
  title: ['Notifications', 'Notificaciones'],
  dismiss: ['Dismiss all', 'Descartar todas'],
  none: ['No new notifications', 'No hay notificaciones nuevas'],
  noneLead: [
    'News about your courses, certificates and account security will appear here.',
    'Aquí aparecerán las novedades sobre sus cursos, sus certificados y la seguridad de su cuenta.',
  ],
})

export default page({
  address: '/notifications',
  title: messages.title,
  may: signedIn,
  layout: OwnLayout,
  load: ({ ctx }) => listNotifications(ctx),
  async submit({ ctx }) {
    await dismissAllForUser.run(ctx, { user_id: userOf(ctx).user_id })
    return redirect(pathTo('/notifications'))
  },
  view: (notifications, { frame }) => <All notifications={notifications} frame={frame} />,
})

function All({ notifications: { list }, frame }: { notifications: Notifications; frame: Frame }) {
  const t = useTexts(messages)
  const showDate = useShowDate()
  const dismiss = (
    <form method="post">
      <Button type="submit" variant="outline" size="sm">
        {t('dismiss')}
      </Button>
    </form>
  )
  return (
    <div className="mx-auto max-w-2xl">
      <PageTitle actions={list.length > 0 && dismiss}>{t('title')}</PageTitle>
      {list.length === 0 ? (
        <Empty title={t('none')} icon={<Icon name="bell" />}>
          {t('noneLead')}
        </Empty>
      ) : (
        <ul className="divide-y rounded-lg border bg-card shadow-card">
          {list.map(({ notification_id, text, href, created_at }) => (
            <li key={notification_id} className="grid gap-0.5 px-5 py-3">
              {href ? <TextLink href={withCarriedParams(frame, href)}>{text}</TextLink> : <span>{text}</span>}
              <time dateTime={created_at.toISOString()} className="figures text-sm text-muted-foreground">
                {showDate(created_at)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
