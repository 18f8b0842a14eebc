import type { Option } from '#platform/ui/native-select.tsx'

type Values = Readonly<Record<string, string>>

/** Builds the body of `createKeys` from its form. */
export const createKeysBody = ({
  course_website_id = '',
  count = '',
  organization_id,
  note = '',
  request_id = '',
}: Values) => ({
  course_website_id: Number(course_website_id),
  count: Number(count),
  ...(organization_id && { organization_id: Number(organization_id) }),
  note,
  request_id,
})

/** Parses the choice of a batch and its holder ('12.4') and the number of keys. */
export function parseBatch({ keys = '', count = '' }: Values) {
  const [authorization_key_batch_id = 0, organization_id = 0] = keys.split('.').map((id) => Number(id) || 0)
  return { authorization_key_batch_id, organization_id, count: Number(count) || 0 }
}

/** The organizations of the choices as options, without duplicates. */
export const organizationOptions = (
  choices: readonly { organization_id: number; organization_name: string }[],
): Option[] =>
  [...new Map(choices.map((choice) => [choice.organization_id, choice.organization_name]))].map(([value, label]) => ({
    value,
    label,
  }))
