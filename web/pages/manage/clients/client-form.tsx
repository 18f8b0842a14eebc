import { type ClientPermission, clientPermissions, findOrganizationIds } from '#modules/identity/entry.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { localText } from '#platform/texts.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { FieldError, TextareaField, TextField } from '#platform/ui/field.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { field, type SentForm } from '#platform/web/form.ts'
import type { ViewInput } from '#platform/web/page.ts'
import { atFields } from '#web/pages/account/enter.ts'
import { clientPageTexts, clientRights } from './clients.texts.ts'

/** The current values of a client; empty for a new one. */
export type ClientValues = {
  name: string
  purpose: string
  contact_email: string
  permissions: readonly string[]
  networks: readonly string[]
  ends_on: string | null
  /** The codes of the organizations that it works for; an empty list means all. */
  organizations: readonly string[]
}
export const noClient: ClientValues = {
  name: '',
  purpose: '',
  contact_email: '',
  permissions: [],
  networks: [],
  ends_on: null,
  organizations: [],
}

const fieldOf = (key: ClientPermission) => `may ${key}`
const knownPermissions: readonly ClientPermission[] = clientPermissions

const partsOf = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

/** The input of the calls that create and change a client. Throws for the code of an unknown organization. */
export async function clientInput(ctx: Ctx, { values }: SentForm) {
  const { name = '', purpose = '', contact_email = '', networks = '', ends_on, organizations = '' } = values
  return {
    name,
    purpose,
    contact_email,
    permissions: knownPermissions.filter((key) => values[fieldOf(key)] === 'on'),
    networks: partsOf(networks),
    ends_on: ends_on || null,
    organization_ids: await organizationIdsOf(ctx, partsOf(organizations)),
  }
}

async function organizationIdsOf(ctx: Ctx, codes: readonly string[]): Promise<number[] | null> {
  if (codes.length === 0) return null
  const ids = await findOrganizationIds(ctx, codes)
  const unknown = codes.find((_, index) => ids[index] === null)
  if (unknown === undefined) return ids.filter((id) => id !== null)
  const message = localText(ctx.locale, clientPageTexts, 'organizationUnknown', { code: unknown.slice(0, 20) })
  throw errors.invalid({}, {}, [{ path: 'organizations', message }])
}

/** Issues of a list name its items, `networks.1`, which have no their own fields. */
export const clientRefusal = (error: unknown): unknown =>
  atFields(error, (path) => {
    const name = path.split('.')[0]!
    return name === 'keys' ? 'public_keys' : name === 'organization_ids' ? 'organizations' : name
  })

type ClientFormProps = { values: ClientValues; form: ViewInput['form']; action: string; submit: string }

/** The settings of a client. */
export function ClientForm({ values, form, action, submit }: ClientFormProps) {
  const t = useTexts(clientPageTexts)
  const locale = useLocale()
  const isSubmitted = Object.keys(form.values).length > 0
  const isChecked = (key: ClientPermission) =>
    isSubmitted ? form.values[fieldOf(key)] === 'on' : values.permissions.includes(key)
  return (
    <form method="post" className="grid max-w-2xl gap-4">
      <TextField {...field(form, 'name', values.name)} label={t('name')} autoComplete="off" required />
      <TextField {...field(form, 'purpose', values.purpose)} label={t('purpose')} autoComplete="off" required />
      <TextField
        {...field(form, 'contact_email', values.contact_email)}
        type="email"
        label={t('contact')}
        autoComplete="off"
        required
      />
      <fieldset className="grid gap-x-6 sm:grid-cols-2">
        <legend className="mb-1 font-semibold">{t('permissions')}</legend>
        {knownPermissions.map((key) => (
          <Checkbox
            key={key}
            name={fieldOf(key)}
            label={localText(locale, clientRights, key)}
            defaultChecked={isChecked(key)}
          />
        ))}
        {form.errors.permissions && <FieldError>{form.errors.permissions}</FieldError>}
      </fieldset>
      <TextareaField
        {...field(form, 'organizations', values.organizations.join('\n'))}
        label={t('organizations')}
        hint={t('organizationsHint')}
        rows={3}
        optional
      />
      <TextareaField
        {...field(form, 'networks', values.networks.join('\n'))}
        label={t('networks')}
        hint={t('networksHint')}
        rows={3}
        optional
      />
      <TextField {...field(form, 'ends_on', values.ends_on ?? '')} type="date" label={t('endsOn')} optional />
      <div>
        <SubmitButton name="action" value={action}>
          {submit}
        </SubmitButton>
      </div>
    </form>
  )
}
