import type { AnyPage } from '../platform/web/page.ts'
import about from './pages/account/about.page.tsx'
import changePassword from './pages/account/change-password.page.tsx'
import changePasswordInstructions from './pages/account/change-password-instructions.page.tsx'
import forgotPassword from './pages/account/forgot-password.page.tsx'
import language from './pages/account/language.page.tsx'
import login from './pages/account/login.page.tsx'
import logout from './pages/account/logout.page.tsx'
import signup from './pages/account/signup.page.tsx'
import details from './pages/catalogue/details.page.tsx'
import home from './pages/catalogue/home.page.tsx'
import privacy from './pages/catalogue/privacy.page.tsx'
import search from './pages/catalogue/search.page.tsx'
import terms from './pages/catalogue/terms.page.tsx'

/** Every page of the product: address and view stand in its own file. */
export const pages: readonly AnyPage[] = [
  home,
  search,
  details,
  privacy,
  terms,
  login,
  logout,
  signup,
  forgotPassword,
  changePasswordInstructions,
  changePassword,
  about,
  language,
]
