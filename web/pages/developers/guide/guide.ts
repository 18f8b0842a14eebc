import { authentication } from './authentication.ts'
import { enrollAFleet } from './enroll-a-fleet.ts'
import { errorsAndLimits } from './errors-and-limits.ts'
import { events } from './events.ts'
import { firstCall } from './first-call.ts'
import type { GuidePage } from './guide-page.ts'
import { goingLive } from './later-pages.ts'
import { singleSignOn } from './single-sign-on.ts'
import { yourOwnPage } from './your-own-page.ts'

/** The guide, page by page. */
export const guide: readonly GuidePage[] = [
  firstCall,
  authentication,
  enrollAFleet,
  singleSignOn,
  yourOwnPage,
  events,
  errorsAndLimits,
  goingLive,
]
