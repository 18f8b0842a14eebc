import { texts } from '#platform/texts.ts'
import { Icon } from '#platform/ui/icons.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { Unseen } from '#platform/ui/parts.tsx'
import { menuItemLook, PopoverContent, PopoverTrigger } from '#platform/ui/popover.tsx'
import { carry, type Frame } from '#platform/web/frame.ts'

const words = texts({
  notifications: ['Notifications', 'Notificaciones'],
  count: ['{n} new', 'Nuevas: {n}'],
  none: ['You have no new notifications.', 'No tiene notificaciones nuevas.'],
  all: ['All notifications', 'Todas las notificaciones'],
})

/** A signed-in person's notifications, also without scripts. */
export function Bell({ frame }: { frame: Frame }) {
  const t = useTexts(words)
  if (!frame.user) return null
  const { total, list } = frame.notifications
  return (
    <>
      <PopoverTrigger opens="bell" variant="ghost" size="icon" className="relative">
        <Icon name="bell" />
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
        {list.length === 0 && <p className="px-3 pb-2 text-sm text-muted-foreground">{t('none')}</p>}
        <ul>
          {list.map(({ notification_id, text, href }) => (
            <li key={notification_id}>
              <a href={carry(frame, href ?? '/notifications')} className={`${menuItemLook} text-sm text-foreground`}>
                {text}
              </a>
            </li>
          ))}
        </ul>
        <p className="mt-1 border-t pt-1">
          <a href={carry(frame, '/notifications')} className={`${menuItemLook} font-semibold text-accent-foreground`}>
            {t('all')}
          </a>
        </p>
      </PopoverContent>
    </>
  )
}
