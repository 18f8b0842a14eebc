import type { Ctx } from '#platform/ctx.ts'
import { isTest } from '#platform/test-organization.ts'

/**
 * A login id as the organization of the context stores it. Login ids are unique in the product, so those of a test
 * organization end with its own suffix: they collide with no one's, and do not reveal whether a real one exists.
 */
export function loginidIn({ organization }: Pick<Ctx, 'organization'>, loginid: string): string {
  if (!isTest(organization)) return loginid
  const suffix = `~test${-organization.organization_id}`
  return loginid.toLowerCase().endsWith(suffix) ? loginid : `${loginid}${suffix}`
}
