import { admin } from '../../../platform/permissions.ts'
import { texts } from '../../../platform/texts.ts'
import { Icon } from '../../../platform/ui/icons.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { PageTitle } from '../../../platform/ui/parts.tsx'
import { carry, type Frame } from '../../../platform/web/frame.ts'
import { page } from '../../../platform/web/page.ts'
import { BackOfficeLayout } from '../../layouts/backoffice.tsx'

export const systemSettings = '/manage/settings'

const words = texts({
  title: ['System settings', 'Configuración del sistema'],
  lead: [
    'These settings apply to your organization and its sub-organizations.',
    'Esta configuración se aplica a su organización y a sus suborganizaciones.',
  ],
})

/** All settings of the system that the Admin may open. */
export default page({
  address: systemSettings,
  title: words.title,
  may: admin,
  layout: BackOfficeLayout,
  view: (_data, { frame }) => <SystemSettings frame={frame} />,
})

function SystemSettings({ frame }: { frame: Frame }) {
  const t = useTexts(words)
  const own = frame.drawer.find(({ href }) => href === systemSettings)
  const listed = frame.drawer.filter(({ href, group }) => group === own?.group && href !== systemSettings)
  return (
    <>
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <ul className="grid max-w-reading gap-3">
        {listed.map(({ href, label, icon }) => (
          <li key={href}>
            <a
              href={carry(frame, href)}
              className="flex min-h-14 items-center gap-3 rounded-lg border bg-card px-4 font-semibold text-foreground no-underline hover:border-input"
            >
              <Icon name={icon} />
              {label}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
