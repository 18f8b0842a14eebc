import { pathTo } from '#platform/path-to.ts'
import { texts } from '#platform/texts.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { Button } from '#platform/ui/button.tsx'
import { cn } from '#platform/ui/cn.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import type { Announcement, Frame } from '#platform/web/frame.ts'

const messages = texts({
  notices: ['Notices', 'Avisos'],
  hide: ['Hide for today', 'Ocultar por hoy'],
})

/** The organization's banner, followed by the undismissed notices. */
export function Announcements({ frame }: { frame: Frame }) {
  const { banner, notices, drawer } = frame
  // The drawer covers the left edge of wide windows.
  const drawerMargin = drawer.length > 0 && 'lg:ps-22 xl:ps-64'
  return (
    <>
      {banner && (
        <Alert variant={banner.kind} className={cn('rounded-none print:hidden', drawerMargin)}>
          <Words announcement={banner} />
        </Alert>
      )}
      {notices.shown.length > 0 && <Notices frame={frame} className={cn(drawerMargin)} />}
    </>
  )
}

function Notices({ frame, className }: { frame: Frame; className: string }) {
  const t = useTexts(messages)
  const { shown, ids } = frame.notices
  return (
    <form
      method="post"
      action={pathTo('/notices')}
      aria-label={t('notices')}
      className={cn(
        'flex flex-wrap items-start gap-x-4 gap-y-2 border-b bg-card px-4 py-2 max-sm:text-sm print:hidden',
        className,
      )}
    >
      <ul className="grid min-w-0 flex-1 basis-56 gap-2 self-center">
        {shown.map((notice) => (
          <li key={notice.system_notice_id}>
            <Words announcement={notice} />
          </li>
        ))}
      </ul>
      <input type="hidden" name="ids" value={ids.join('.')} />
      <input type="hidden" name="redirect" value={frame.path} />
      <Button type="submit" variant="outline" size="sm" aria-label={t('hide')} className="min-w-11">
        <span className="max-sm:hidden">{t('hide')}</span>
        <span aria-hidden="true" className="text-lg sm:hidden">
          ×
        </span>
      </Button>
    </form>
  )
}

function Words({ announcement }: { announcement: Announcement }) {
  if ('text' in announcement) return announcement.text
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by our own rich text renderer, which escapes
  return <div className="prose" dangerouslySetInnerHTML={{ __html: announcement.html }} />
}
