import { defineModule } from '../../platform/module.ts'
import { passwordChanged, passwordResetRequested, studentCreated } from './facts.ts'
import { fetchDatetime } from './organizations/fetch-datetime.ts'
import { parseCurrent } from './organizations/parse-current.ts'
import { changePassword } from './passwords/change-password.ts'
import { resetPassword } from './passwords/reset-password.ts'
import { setPassword } from './passwords/set-password.ts'
import { permissionKeys } from './permissions.ts'
import { fetchStates } from './profile/fetch-states.ts'
import { getAboutYou } from './profile/get-about-you.ts'
import { saveAboutYou } from './profile/save-about-you.ts'
import { setLanguage } from './profile/set-language.ts'
import { fetchPermissions } from './rights/fetch-permissions.ts'
import { savePermissions } from './rights/save-permissions.ts'
import { getCurrentUser } from './sign-in/get-current-user.ts'
import { logIn } from './sign-in/log-in.ts'
import { logOut } from './sign-in/log-out.ts'
import { searchValidEmail, searchValidLoginId, validateEmail, validateLoginid } from './sign-up/availability.ts'
import { createUserFromCheckout } from './sign-up/create-user-from-checkout.ts'
import { createUserFromSignup } from './sign-up/create-user-from-signup.ts'
import { register } from './sign-up/register.ts'

export const identity = defineModule({
  name: 'identity',
  uses: [],
  operations: [
    parseCurrent,
    fetchDatetime,
    setLanguage,
    logIn,
    logOut,
    register,
    createUserFromSignup,
    createUserFromCheckout,
    resetPassword,
    setPassword,
    changePassword,
    getCurrentUser,
    validateEmail,
    validateLoginid,
    searchValidEmail,
    searchValidLoginId,
    saveAboutYou,
    getAboutYou,
    fetchStates,
    fetchPermissions,
    savePermissions,
  ],
  facts: [passwordResetRequested, passwordChanged, studentCreated],
  permissions: permissionKeys,
})
