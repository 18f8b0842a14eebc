import { pathTo } from '#platform/path-to.ts'
import { Icon } from '#platform/ui/icons.tsx'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'
import SettingsModal from '#web/settings/settings-modal.island.tsx'

export const systemSettings = pathTo('/manage/settings')

/** A card for each settings page that the person has permission for, as in their navigation. */
export function SettingsCards({ frame }: { frame: Frame }) {
  const menu = frame.drawer.find(({ href }) => href === systemSettings)
  const listedEntries = frame.drawer.filter(({ href, group }) => group === menu?.group && href !== systemSettings)
  return (
    <>
      <ul className="grid gap-3 sm:grid-cols-2">
        {listedEntries.map(({ href, label, icon }) => (
          <li key={href}>
            <a
              href={withCarriedParams(frame, href)}
              className="flex min-h-14 items-center gap-3 rounded-lg border bg-card px-4 font-semibold text-foreground no-underline hover:border-input"
            >
              <Icon name={icon} />
              {label}
            </a>
          </li>
        ))}
      </ul>
      <SettingsModal />
    </>
  )
}
