import { useRef, useState } from 'react'
import { type FieldErrors, Fields, Reason, Section } from '#modules/identity/account/account-parts.shared.tsx'
import type { Organization, UserDetails } from '#modules/identity/account/user-details.ts'
import { recruiterTexts } from '#modules/identity/recruiters/recruiter.texts.ts'
import { Button, LinkButton } from '#platform/ui/button.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { FieldError, TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import OrganizationField from './organization-field.tsx'

type Props = {
  details: UserDetails | null
  organizations: readonly Organization[]
  errors: FieldErrors
  onChange: () => void
}

/** The organizations where an instructor teaches, and those that they recruited, with codes and fees. */
export default function RecruiterFields(props: Props) {
  const { details } = props
  const may = details?.can.changeRecruiter
  if (may?.allowed === false) return may.reason ? <Reason>{may.reason}</Reason> : null
  return (
    <>
      <Teaching {...props} />
      <Recruiting {...props} />
    </>
  )
}

function Teaching({ details, organizations, errors }: Props) {
  const t = useTexts(recruiterTexts)
  const taughtIds = new Set(details?.data.instructorOrganizations.map(({ organization_id }) => organization_id))
  const lostCount = details?.data.lostOrganizations ?? 0
  return (
    <Section title={t('organizations')} lead={t('organizationsHint')}>
      {errors.instructorOrganizations && <FieldError>{errors.instructorOrganizations}</FieldError>}
      <div className="grid max-h-60 gap-x-4 overflow-y-auto sm:grid-cols-2">
        {organizations.map(({ organization_id, code, name }) => (
          <Checkbox
            key={organization_id}
            name="teaches_in"
            value={organization_id}
            label={`${name} (${code})`}
            defaultChecked={taughtIds.has(organization_id)}
          />
        ))}
      </div>
      {lostCount > 0 && <Checkbox name="forget_lost" value="1" label={t('forgetLost', { count: lostCount })} />}
    </Section>
  )
}

function Recruiting({ details, organizations, errors, onChange }: Props) {
  const t = useTexts(recruiterTexts)
  const [isRecruiter, setIsRecruiter] = useState(details?.data.isRecruiter === 1)
  const [rows, setRows] = useState(() => details?.data.recruiter.map((row, key) => ({ ...row, key })) ?? [])
  const nextKey = useRef(rows.length)
  const addButton = useRef<HTMLButtonElement>(null)
  const first = organizations[0]
  const add = () => {
    if (!first) return
    const emptyRow = { ...first, key: nextKey.current++, recruiter_id: 0, recruiter_code: '', recruiter_fee: 0 }
    setRows([...rows, emptyRow])
    onChange()
  }
  const remove = (key: number) => {
    setRows(rows.filter((row) => row.key !== key))
    onChange()
    addButton.current?.focus()
  }
  const user_id = details?.data.user.user_id
  return (
    <Section
      title={t('recruiter')}
      actions={
        user_id !== undefined &&
        rows.length > 0 && (
          <LinkButton href={`/api/user/exportRecruitedOrgs?export=xlsx&user_id=${user_id}`} variant="link" size="sm">
            {t('export')}
          </LinkButton>
        )
      }
    >
      <input type="hidden" name="recruits" value="1" />
      <Checkbox
        name="isRecruiter"
        value="1"
        label={t('isRecruiter')}
        checked={isRecruiter}
        onChange={({ currentTarget }) => setIsRecruiter(currentTarget.checked)}
      />
      {isRecruiter && rows.length === 0 && <p className="text-muted-foreground">{t('none')}</p>}
      <ul className="grid gap-3" hidden={!isRecruiter}>
        {rows.map((row, n) => (
          <RecruitedRow
            key={row.key}
            row={row}
            n={n}
            organizations={organizations}
            errors={errors}
            onRemove={() => remove(row.key)}
            onChange={onChange}
          />
        ))}
      </ul>
      {isRecruiter && (
        <p>
          <Button ref={addButton} variant="outline" size="sm" onClick={add} disabled={!first}>
            {t('add')}
          </Button>
        </p>
      )}
    </Section>
  )
}

type RowProps = {
  row: UserDetails['data']['recruiter'][number]
  n: number
  organizations: readonly Organization[]
  errors: FieldErrors
  onRemove: () => void
  onChange: () => void
}

function RecruitedRow({ row, n, organizations, errors, onRemove, onChange }: RowProps) {
  const t = useTexts(recruiterTexts)
  const isListed = organizations.some(({ organization_id }) => organization_id === row.organization_id)
  const offered = isListed ? organizations : [row, ...organizations]
  return (
    <li className="flex items-end gap-3">
      <div className="min-w-0 flex-1">
        <Fields>
          <input type="hidden" name="recruiter_id" value={row.recruiter_id || ''} />
          <OrganizationField
            name="recruited_id"
            label={t('recruited')}
            organizations={offered}
            first={row}
            error={errors[`organization_id_${n}`]}
            onChange={onChange}
            className="sm:col-span-2"
          />
          <TextField
            name="recruiter_code"
            label={t('code')}
            defaultValue={row.recruiter_code}
            error={errors[`recruiter_code_${n}`]}
            maxLength={40}
          />
          <TextField
            name="recruiter_fee"
            label={t('fee')}
            inputMode="decimal"
            defaultValue={row.recruiter_fee}
            error={errors[`recruiter_fee_${n}`]}
          />
        </Fields>
      </div>
      <Button
        variant="destructive-outline"
        size="icon"
        aria-label={t('remove', { name: row.name || t('thisOne') })}
        onClick={onRemove}
      >
        <span aria-hidden="true">×</span>
      </Button>
    </li>
  )
}
