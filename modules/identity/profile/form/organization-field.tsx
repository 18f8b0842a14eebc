import type { Organization } from '#modules/identity/account/user-details.ts'
import { Combobox } from '#platform/ui/combobox.tsx'

type Choice = Pick<Organization, 'organization_id' | 'code' | 'name'>

type Props = {
  name: string
  label: string
  organizations: readonly Choice[]
  /** The initial choice. */
  first: Choice
  error: string | undefined
  onChange: () => void
  className?: string
}

/** An organization field with search by name or code. */
export default function OrganizationField({ organizations, first, onChange, ...field }: Props) {
  return (
    <Combobox
      {...field}
      required
      options={organizations.map(optionOf)}
      defaultValue={[optionOf(first)]}
      onValueChange={onChange}
    />
  )
}

const optionOf = ({ organization_id, code, name }: Choice) => ({ value: organization_id, label: `${name} (${code})` })
