import { type OrganizationStep, organizationSteps } from '#modules/backoffice/entry.ts'
import { Panel } from '#platform/ui/card.tsx'
import { Icon } from '#platform/ui/icons.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink, Unseen } from '#platform/ui/parts.tsx'
import { type Org, orgAddress } from './organization-shell.tsx'
import { profileTexts } from './profile-form.texts.ts'

const addressOf = (org: Org): Readonly<Record<OrganizationStep, string>> => ({
  profile: `${orgAddress(org, 'overview')}#profile`,
  brand: `${orgAddress(org, 'overview')}#brand`,
  website: orgAddress(org, 'websites/new'),
  offer: orgAddress(org, 'courses'),
  manager: orgAddress(org, 'manager'),
})

/**
 * The steps before an organization can sell. The list disappears with the last step; before the organization exists,
 * nothing is linked.
 */
export function OrganizationChecklist({ open, org }: { open: readonly OrganizationStep[]; org?: Org }) {
  const t = useTexts(profileTexts)
  if (open.length === 0) return null
  return (
    <Panel title={t('checklist')}>
      {!org && <p className="mb-2 text-sm text-muted-foreground">{t('checklistLead')}</p>}
      <ol className="grid gap-2">
        {organizationSteps.map((step) => {
          const isOpen = open.includes(step)
          return (
            <li key={step} className="flex items-center gap-2">
              <Icon
                name={isOpen ? 'circle' : 'check'}
                className={isOpen ? 'size-4 text-muted-foreground' : 'size-4 text-primary'}
              />
              {org && isOpen ? (
                <TextLink href={addressOf(org)[step]} alone>
                  {t(`step_${step}`)}
                </TextLink>
              ) : (
                <span className={isOpen ? undefined : 'text-muted-foreground'}>{t(`step_${step}`)}</span>
              )}
              <Unseen>{t(isOpen ? 'stepOpen' : 'stepDone')}</Unseen>
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}
