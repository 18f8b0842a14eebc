import { defineModule } from '../../platform/module.ts'
import { fetchSystemLanguage } from './languages/fetch-system-language.ts'
import { autocompleteCounties, fetchAllLookups, fetchLookupStates } from './lookups/fetch-lookups.ts'
import { fetchTodayNotices } from './notices/fetch-today-notices.ts'
import { fetchUserBanner } from './notices/fetch-user-banner.ts'

export const settings = defineModule({
  name: 'settings',
  uses: [],
  operations: [
    fetchAllLookups,
    fetchLookupStates,
    autocompleteCounties,
    fetchTodayNotices,
    fetchUserBanner,
    fetchSystemLanguage,
  ],
})
