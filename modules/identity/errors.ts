import { defineErrors } from '../../platform/errors.ts'

export const identityErrors = defineErrors({
  siteClosed: [503, 'SITE_CLOSED', ['This site is closed.', 'Este sitio está cerrado.']],
  organizationCircle: [
    409,
    'ORGANIZATION_CIRCLE',
    [
      'An organization cannot stand below itself or one of its own.',
      'Una organización no puede depender de sí misma ni de una de las suyas.',
    ],
  ],
  invalidCredentials: [401, 'INVALID_CREDENTIALS', ['Invalid Credentials.', 'Credenciales no válidas.']],
  wrongPassword: [
    422,
    'WRONG_PASSWORD',
    ['The old password is not correct.', 'La contraseña anterior no es correcta.'],
  ],
  tooManySignIns: [
    429,
    'TOO_MANY_SIGN_INS',
    [
      'Too many failed attempts. Please wait {minutes} minutes and try again.',
      'Demasiados intentos fallidos. Espere {minutes} minutos e inténtelo de nuevo.',
    ],
  ],
  signInGuarded: [
    429,
    'SIGN_IN_GUARDED',
    [
      'For safety, this account can be opened only where it was opened before. Please ask for a link by e-mail ("Forgot password").',
      'Por seguridad, esta cuenta solo se puede abrir donde ya se ha abierto antes. Pida un enlace por correo electrónico ("Contraseña olvidada").',
    ],
  ],
  tooManySignInChanges: [
    429,
    'TOO_MANY_SIGN_IN_CHANGES',
    [
      'You can change your email or username 3 times a day. Try again tomorrow.',
      'Puede cambiar su correo electrónico o nombre de usuario 3 veces al día. Inténtelo de nuevo mañana.',
    ],
  ],
  loginidInUse: [409, 'LOGINID_IN_USE', ['Username is already in use.', 'El nombre de usuario ya está en uso.']],
  weakPassword: [
    422,
    'WEAK_PASSWORD',
    [
      'Minimum Length 14, Must include at least: 1 Special character, 1 Numeric.',
      'Longitud mínima de 14; debe incluir al menos: 1 carácter especial y 1 número.',
    ],
  ],
  linkExpired: [
    410,
    'LINK_EXPIRED',
    [
      'This link has expired or was used already. Please ask for a new one.',
      'Este enlace ha caducado o ya se ha usado. Solicite uno nuevo.',
    ],
  ],
  identityLocked: [403, 'IDENTITY_LOCKED', ['{reason}', '{reason}']],
  aboveYou: [
    403,
    'ABOVE_YOU',
    [
      'You cannot change how somebody signs in who may do more than you.',
      'No puede cambiar el inicio de sesión de alguien que tiene más permisos que usted.',
    ],
  ],
  cannotCreate: [
    403,
    'CANNOT_CREATE',
    [
      'You cannot add somebody who may do more than you.',
      'No puede agregar a alguien que tiene más permisos que usted.',
    ],
  ],
  alreadyVerified: [
    409,
    'ALREADY_VERIFIED',
    ['This person has chosen a password already.', 'Esta persona ya ha elegido una contraseña.'],
  ],
  tooManyEmails: [
    429,
    'TOO_MANY_LETTERS',
    ['You have written 20 emails within the hour.', 'Ha escrito 20 correos en la última hora.'],
  ],
  pictureRefused: [
    422,
    'PICTURE_REFUSED',
    [
      "We can't use this picture. Choose a PNG, JPEG, or GIF of up to 25 megapixels.",
      'No podemos usar esta imagen. Elija un PNG, JPEG o GIF de hasta 25 megapíxeles.',
    ],
  ],
  ownPermissions: [
    403,
    'OWN_PERMISSIONS',
    ['You cannot change your own permissions.', 'No puede cambiar sus propios permisos.'],
  ],
  cannotGrant: [
    403,
    'CANNOT_GRANT',
    ['You cannot grant a permission that you do not have.', 'No puede conceder un permiso que usted no tiene.'],
  ],
  socialFailed: [
    401,
    'SOCIAL_FAILED',
    ['Please login again to acces your account', 'Inicie sesión de nuevo para acceder a su cuenta'],
  ],
  socialNotOffered: [
    422,
    'SOCIAL_NOT_OFFERED',
    ['This way of signing in is not offered here.', 'Esta forma de iniciar sesión no se ofrece aquí.'],
  ],
  socialNoEmail: [
    422,
    'SOCIAL_NO_EMAIL',
    [
      'Your account there has no confirmed e-mail address. Please create an account with your e-mail address.',
      'Su cuenta allí no tiene un correo electrónico confirmado. Cree una cuenta con su correo electrónico.',
    ],
  ],
  signInToLink: [
    409,
    'SIGN_IN_TO_LINK',
    [
      'There is already an account with this e-mail address. Please sign in to it with your password; you can connect the other way in your account settings.',
      'Ya existe una cuenta con este correo electrónico. Inicie sesión con su contraseña; puede conectar la otra forma en la configuración de su cuenta.',
    ],
  ],
  socialTaken: [
    409,
    'SOCIAL_TAKEN',
    ['This is already connected to another account.', 'Esto ya está conectado a otra cuenta.'],
  ],
  lastWayIn: [
    409,
    'LAST_WAY_IN',
    [
      'This is your only way to sign in. Please set a password first.',
      'Es su única forma de iniciar sesión. Establezca primero una contraseña.',
    ],
  ],
  providerDown: [
    503,
    'PROVIDER_DOWN',
    [
      'The service that should confirm this cannot be reached. Please try again in a moment.',
      'No se puede contactar con el servicio que debe confirmarlo. Inténtelo de nuevo en un momento.',
    ],
  ],
  orderCodeWrong: [
    422,
    'ORDER_CODE_WRONG',
    [
      'This code is not right or has expired. Please check it or ask for a new one.',
      'Este código no es correcto o ha caducado. Compruébelo o pida uno nuevo.',
    ],
  ],
  orderAccountExists: [
    409,
    'ORDER_ACCOUNT_EXISTS',
    [
      'There is already an account with the e-mail address of this order. Please sign in to it first and then enter your order again.',
      'Ya existe una cuenta con el correo electrónico de este pedido. Inicie sesión primero y vuelva a introducir el pedido.',
    ],
  ],
  notHuman: [
    422,
    'NOT_HUMAN',
    [
      'We could not make sure that a person sends this form. Please try again with another browser or network, or contact support.',
      'No hemos podido comprobar que una persona envía este formulario. Inténtelo con otro navegador u otra red, o contacte con soporte.',
    ],
  ],
  invitationOpen: [
    409,
    'INVITATION_OPEN',
    ['This person has an open invitation already.', 'Esta persona ya tiene una invitación pendiente.'],
  ],
  wrongCode: [
    422,
    'WRONG_CODE',
    ['This code is not right, or was used already.', 'Este código no es correcto o ya se ha usado.'],
  ],
  tooManyCodes: [
    429,
    'TOO_MANY_CODES',
    [
      'Too many wrong codes today. Use a recovery code or a passkey, or try again tomorrow.',
      'Demasiados códigos incorrectos hoy. Use un código de recuperación o una llave de acceso, o vuelva mañana.',
    ],
  ],
  signInStepOver: [
    410,
    'SIGN_IN_STEP_OVER',
    ['This took too long. Please sign in again.', 'Ha pasado demasiado tiempo. Inicie sesión de nuevo.'],
  ],
  proofNeeded: [403, 'PROOF_NEEDED', ['Please confirm that it is you.', 'Confirme que es usted.']],
  notProved: [422, 'NOT_PROVED', ['This is not right. Please try again.', 'No es correcto. Inténtelo de nuevo.']],
  secondFactorRequired: [
    409,
    'SECOND_FACTOR_REQUIRED',
    [
      'Your organization asks its staff for a second factor. Set up another one first.',
      'Su organización exige un segundo factor a su personal. Configure otro antes.',
    ],
  ],
  secondFactorFirst: [
    409,
    'SECOND_FACTOR_FIRST',
    ['Set up two-factor authentication first.', 'Configure antes la autenticación de dos factores.'],
  ],
  ownSecondFactor: [
    403,
    'OWN_SECOND_FACTOR',
    ['Somebody else must reset your own second factor.', 'Otra persona debe restablecer su segundo factor.'],
  ],
  passkeyRefused: [
    422,
    'PASSKEY_REFUSED',
    ['This passkey was not accepted. Please try again.', 'No se ha aceptado la llave de acceso. Inténtelo de nuevo.'],
  ],
  tooManyPasskeys: [
    409,
    'TOO_MANY_PASSKEYS',
    ['Ten passkeys at most. Remove one first.', 'Diez llaves de acceso como máximo. Quite una antes.'],
  ],
  cannotViewAs: [403, 'CANNOT_VIEW_AS', ['You cannot view as this user.', 'No puede ver la cuenta de este usuario.']],
  alreadyViewing: [
    409,
    'ALREADY_VIEWING',
    [
      'You are viewing as somebody else already. Exit first.',
      'Ya está viendo la cuenta de otra persona. Salga primero.',
    ],
  ],
  notViewing: [
    409,
    'NOT_VIEWING',
    ['You are not viewing as somebody else.', 'No está viendo la cuenta de otra persona.'],
  ],
  viewEnded: [
    403,
    'VIEW_ENDED',
    [
      'You are no longer viewing as somebody else and are back in your own account.',
      'Ya no está viendo la cuenta de otra persona y ha vuelto a su propia cuenta.',
    ],
  ],
  cannotLink: [
    403,
    'CANNOT_LINK',
    ['This account cannot be linked to yours.', 'Esta cuenta no se puede vincular a la suya.'],
  ],
  tooManyLinks: [
    422,
    'TOO_MANY_LINKS',
    ['You can link {n} accounts at most.', 'Puede vincular {n} cuentas como máximo.'],
  ],
  codeNeeded: [
    422,
    'CODE_NEEDED',
    [
      'This account asks for a code. Enter the code of its authenticator app.',
      'Esta cuenta pide un código. Introduzca el código de su aplicación de autenticación.',
    ],
  ],
  factorNeeded: [
    403,
    'FACTOR_NEEDED',
    [
      'This account asks for a second factor. Sign in with yours, or sign in to it directly.',
      'Esta cuenta exige un segundo factor. Inicie sesión con el suyo o directamente en ella.',
    ],
  ],
  emailUnprovenSignIn: [
    403,
    'CONFIRM_EMAIL_BY_RESET',
    [
      'Confirm your email address first. Choose "Forgot password" and use the link that we email you.',
      'Primero confirme su correo electrónico. Elija "Contraseña olvidada" y use el enlace que le enviaremos.',
    ],
  ],
  emailUnproven: [
    403,
    'CONFIRM_EMAIL_FIRST',
    [
      'Confirm your email address first. Go to Security in your account settings and send yourself a confirmation link.',
      'Primero confirme su correo electrónico. Vaya a Seguridad en la configuración de su cuenta y envíese un enlace de confirmación.',
    ],
  ],
})
