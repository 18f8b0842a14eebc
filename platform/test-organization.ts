import type { Organization } from './ctx.ts'

/**
 * The test organization of a partner has the negative id of the partner's own. Row level security, ports and jobs decide
 * by the sign, so a row of a test organization can't be taken for a real one.
 */
export const testIdOf = (organization_id: number): number => -Math.abs(organization_id)

export const isTestId = (organization_id: number): boolean => organization_id < 0

/** Whether a context or a row belongs to a test organization. */
export const isTest = ({ organization_id }: Pick<Organization, 'organization_id'>): boolean => isTestId(organization_id)
