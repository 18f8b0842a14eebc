import { lk_entity_type } from '#platform/entity-types.ts'
import { defineModule, type Manifest } from '#platform/module.ts'
import { lk_state } from '#platform/states.ts'
import { fetchBanners } from './banners/fetch-banners.ts'
import { saveBanners } from './banners/save-banners.ts'
import { fetchSystemLanguage } from './languages/fetch-system-language.ts'
import {
  autocompleteCounties,
  autocompleteEntityTypes,
  fetchAllLookups,
  fetchLookupStates,
} from './lookups/fetch-lookups.ts'
import { lookups } from './lookups.shared.ts'
import { fetchSystemNotices } from './notices/fetch-system-notices.ts'
import { fetchTodayNotices } from './notices/fetch-today-notices.ts'
import { fetchUserBanner } from './notices/fetch-user-banner.ts'
import { removeSystemNotice } from './notices/remove-system-notice.ts'
import { saveSystemNotice } from './notices/save-system-notice.ts'

const ownLookups = { lk_state, lk_entity_type, ...lookups }

/** Receives the manifests of the other modules, because this lowest module also serves their lookups. */
export const settingsModule = (others: readonly Manifest[]): Manifest =>
  defineModule({
    name: 'settings',
    uses: [],
    folders: ['notices', 'banners', 'support', 'languages', 'translations', 'emails', 'lookups'],
    lookups: ownLookups,
    operations: [
      fetchAllLookups(Object.assign({}, ownLookups, ...others.map((other) => other.lookups))),
      fetchLookupStates,
      autocompleteCounties,
      autocompleteEntityTypes,
      fetchTodayNotices,
      fetchUserBanner,
      fetchSystemNotices,
      saveSystemNotice,
      removeSystemNotice,
      fetchBanners,
      saveBanners,
      fetchSystemLanguage,
    ],
  })
