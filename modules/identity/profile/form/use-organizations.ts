import { useEffect, useState } from 'react'
import type { Organization } from '#modules/identity/account/user-details.ts'
import { callApi } from '#platform/ui/api.ts'

/** The organizations in the viewing staff member's scope; empty while loading. */
export function useOrganizations(enabled: boolean): readonly Organization[] {
  const [organizations, setOrganizations] = useState<readonly Organization[]>([])
  useEffect(() => {
    if (!enabled) return
    void callApi((api) => api.GET('/user/organizations', {})).then((response) => {
      if (response.ok) setOrganizations(response.data.data)
    })
  }, [enabled])
  return organizations
}
