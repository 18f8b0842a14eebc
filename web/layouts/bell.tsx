import { texts } from '#platform/texts.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { Unseen } from '#platform/ui/parts.tsx'
import { menuItemClasses, PopoverContent, PopoverTrigger } from '#platform/ui/popover.tsx'

const messages = texts({
  notifications: ['Notifications', 'Notificaciones'],
  count: ['{n} new', 'Nuevas: {n}'],
  none: ['You have no new notifications.', 'No tiene notificaciones nuevas.'],
  tickets: ['Unread tickets: {n}', 'Solicitudes sin leer: {n}'],
  all: ['All notifications', 'Todas las notificaciones'],
})

export type BellProps = {
  /** The total number of notifications, the newest ones, and the address of the full list. */
  notifications: number
  list: readonly { notification_id: number; text: string; href: string }[]
  all: string
  /** The number of unread tickets, and the address of their list. */
  tickets: number
  support: string
}

/** The notifications of a signed-in person; works without scripts. */
export function BellView({ notifications, list, all, tickets, support }: BellProps) {
  const t = useTexts(messages)
  const total = notifications + tickets
  return (
    <>
      <PopoverTrigger opens="bell" variant="ghost" size="icon" className="relative">
        <Sign />
        <Unseen>{total > 0 ? `${t('notifications')}, ${t('count', { n: total })}` : t('notifications')}</Unseen>
        {total > 0 && (
          <span
            aria-hidden="true"
            className="figures absolute -top-0.5 -end-0.5 min-w-5 rounded-full bg-primary px-1 text-center text-xs font-bold text-primary-foreground"
          >
            {total > 99 ? '99+' : total}
          </span>
        )}
      </PopoverTrigger>
      <PopoverContent id="bell" className="sm:w-80">
        <p className="px-3 pt-2 pb-1 font-semibold">{t('notifications')}</p>
        {total === 0 && <p className="px-3 pb-2 text-sm text-muted-foreground">{t('none')}</p>}
        <ul>
          {tickets > 0 && (
            <li>
              <a href={support} className={`${menuItemClasses} text-sm text-foreground`}>
                {t('tickets', { n: tickets })}
              </a>
            </li>
          )}
          {list.map(({ notification_id, text, href }) => (
            <li key={notification_id}>
              <a href={href} className={`${menuItemClasses} text-sm text-foreground`}>
                {text}
              </a>
            </li>
          ))}
        </ul>
        <p className="mt-1 border-t pt-1">
          <a href={all} className={`${menuItemClasses} font-semibold text-accent-foreground`}>
            {t('all')}
          </a>
        </p>
      </PopoverContent>
    </>
  )
}

/** Drawn here, because importing one icon of the server pages would load all of them. */
const Sign = () => (
  <svg
    aria-hidden="true"
    viewBox="0 0 24 24"
    className="size-5 shrink-0"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d="M10.268 21a2 2 0 0 0 3.464 0" />
    <path d="M3.262 15.326A1 1 0 0 0 4 17h16a1 1 0 0 0 .74-1.673C19.41 13.956 18 12.499 18 8A6 6 0 0 0 6 8c0 4.499-1.411 5.956-2.738 7.326" />
  </svg>
)
