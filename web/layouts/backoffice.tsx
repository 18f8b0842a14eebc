import Palette from '#modules/backoffice/palette/palette.island.tsx'
import { outboundHold } from '#platform/outbound.ts'
import { pathTo } from '#platform/path-to.ts'
import { texts } from '#platform/texts.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { cn } from '#platform/ui/cn.ts'
import { Icon } from '#platform/ui/icons.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PopoverTrigger } from '#platform/ui/popover.tsx'
import { Sheet } from '#platform/ui/sheet.tsx'
import { Count } from '#platform/ui/tabs.tsx'
import { type DrawerEntry, type Frame, withCarriedParams } from '#platform/web/frame.ts'
import type { LayoutProps } from '#platform/web/page.ts'
import { AccountMenu, Bell, Brand } from './header.tsx'
import { FlashMessage, Shell } from './shell.tsx'

const messages = texts({
  menu: ['Menu', 'Menú'],
  navigation: ['Management', 'Administración'],
  setting: ['This site is in quarantine.', 'Este sitio está en cuarentena.'],
  none: ['This site has no installation ID yet.', 'Este sitio todavía no tiene un identificador de instalación.'],
  other: ["This is a copy of {name}'s data.", 'Esta es una copia de los datos de {name}.'],
  restored: ["{name}'s data was restored here.", 'Aquí se restauraron los datos de {name}.'],
  quarantine: [
    'Emails, charges, reports, text messages and background tasks are turned off until an operator takes it over.',
    'Los correos, los cobros, los informes, los mensajes de texto y las tareas en segundo plano están desactivados hasta que un operador lo active.',
  ],
})

/**
 * Grids, detail pages, editor, settings: the drawer at the left, with labels on a wide screen, and the work beside it.
 */
export function BackOfficeLayout({ frame, children }: LayoutProps) {
  const t = useTexts(messages)
  return (
    <Shell frame={frame}>
      <div className="min-h-dvh text-[0.9375rem] lg:ps-18 xl:ps-60">
        <aside className="group/drawer fixed inset-y-0 start-0 z-30 w-18 in-[.viewing]:top-13 overflow-x-hidden overflow-y-auto border-e bg-card transition-[width] duration-150 focus-within:w-60 hover:w-60 hover:shadow-raised focus-within:shadow-raised max-lg:hidden xl:w-60 xl:shadow-none print:hidden">
          <nav aria-label={t('navigation')} className="grid grid-cols-1 gap-1 p-3">
            <Entries frame={frame} mini />
          </nav>
        </aside>
        <header className="sticky top-0 z-20 border-b in-[.viewing]:top-13 bg-card print:hidden">
          <div className="flex min-h-14 items-center gap-2 px-2 sm:px-5">
            <div className="lg:hidden">
              <PopoverTrigger opens="drawer" variant="ghost" size="icon" aria-label={t('menu')}>
                <Icon name="menu" />
              </PopoverTrigger>
            </div>
            <Brand frame={frame} href={pathTo('/manage')} />
            <div className="ms-auto flex items-center gap-1">
              {frame.drawer.length > 0 && (
                <Palette
                  pages={frame.drawer.map(({ href, label, group }) => ({
                    href: withCarriedParams(frame, href),
                    label,
                    group,
                  }))}
                />
              )}
              <Bell frame={frame} />
              <AccountMenu frame={frame} />
            </div>
          </div>
        </header>
        <Sheet id="drawer" title={t('menu')}>
          <nav aria-label={t('navigation')} className="grid grid-cols-1 gap-1 p-3">
            <Entries frame={frame} />
          </nav>
        </Sheet>
        <main id="main" tabIndex={-1} className="px-4 py-5 outline-none sm:px-6">
          <Quarantine />
          <FlashMessage frame={frame} />
          {children}
        </main>
      </div>
    </Shell>
  )
}

/** Staff must know that their actions in a copy have no outside effect. */
function Quarantine() {
  const t = useTexts(messages)
  const hold = outboundHold()
  if (!hold) return null
  const name = 'installation' in hold ? hold.installation : ''
  return (
    <Alert variant="attention" className="mb-4">
      {t(hold.why, { name })} {t('quarantine')}
    </Alert>
  )
}

const whenOpen = 'opacity-0 group-focus-within/drawer:opacity-100 group-hover/drawer:opacity-100 xl:opacity-100'

function Entries({ frame, mini = false }: { frame: Frame; mini?: boolean }) {
  const currentEntry = currentOf(frame.drawer, frame.path)
  const groups = Map.groupBy(frame.drawer, ({ group }) => group)
  return [...groups].map(([group, entries]) => (
    <div key={group} className="not-first:mt-2 not-first:border-t not-first:pt-2">
      <p aria-hidden="true" className={cn('px-3.5 text-sm whitespace-nowrap text-muted-foreground', mini && whenOpen)}>
        {group}
      </p>
      <ul aria-label={group} className="mt-1 grid gap-1">
        {entries.map((entry) => (
          <li key={entry.href}>
            <Entry frame={frame} entry={entry} mini={mini} current={entry === currentEntry} />
          </li>
        ))}
      </ul>
    </div>
  ))
}

type EntryProps = { frame: Frame; entry: DrawerEntry; mini: boolean; current: boolean }

const Entry = ({ frame, entry, mini, current }: EntryProps) => (
  <a
    href={withCarriedParams(frame, entry.href)}
    aria-current={current ? 'page' : undefined}
    className={cn(
      'flex min-h-11 items-center gap-3 overflow-hidden rounded-md px-3.5 font-semibold whitespace-nowrap no-underline',
      current ? 'bg-accent text-accent-foreground' : 'text-muted-foreground hover:bg-muted hover:text-foreground',
    )}
  >
    <Icon name={entry.icon} />
    <span className={cn('flex-1', mini && whenOpen)}>{entry.label}</span>
    {entry.count !== undefined && entry.count > 0 && <Count>{entry.count}</Count>}
  </a>
)

/** The entry whose address is the longest prefix of the path; /manage/student/7 marks the list of students. */
export function currentOf(entries: readonly DrawerEntry[], path: string): DrawerEntry | undefined {
  const [pathname = ''] = path.split('?')
  const fitting = entries.filter(({ href }) =>
    [href, href.replace(/s$/, '')].some((start) => `${pathname}/`.startsWith(`${start}/`)),
  )
  return fitting.sort((a, b) => b.href.length - a.href.length)[0]
}
