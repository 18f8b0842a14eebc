import { defineErrors } from '#platform/errors.ts'

export const identityErrors = defineErrors({
  siteClosed: [503, 'SITE_CLOSED', ['This site is closed.', 'Este sitio está cerrado.']],
  organizationCircle: [
    409,
    'ORGANIZATION_CIRCLE',
    [
      "An organization can't be a sub-organization of itself or of one of its own sub-organizations.",
      'Una organización no puede depender de sí misma ni de una de sus suborganizaciones.',
    ],
  ],
  auditDays: [
    422,
    'AUDIT_DAYS',
    [
      'The period must end after it begins, and the access must end between today and a year from now.',
      'El período debe terminar después de su comienzo, y el acceso debe terminar entre hoy y dentro de un año.',
    ],
  ],
  clientUnknown: [
    401,
    'CLIENT_UNKNOWN',
    [
      'This key or token is not valid here. It may have been revoked, or it has expired.',
      'Esta clave o este token no es válido aquí. Es posible que se haya revocado o que haya vencido.',
    ],
  ],
  clientNetwork: [
    403,
    'CLIENT_NETWORK',
    [
      "This client can't be used from this network address.",
      'Este cliente no se puede usar desde esta dirección de red.',
    ],
  ],
  sandboxOnly: [
    403,
    'SANDBOX_ONLY',
    ['This call works only with a test key.', 'Esta llamada solo funciona con una clave de prueba.'],
  ],
  tooManyTestKeys: [
    409,
    'TOO_MANY_TEST_KEYS',
    [
      'A sandbox can have up to {most} keys. Revoke one first.',
      'Un entorno de prueba puede tener hasta {most} claves. Revoque una primero.',
    ],
  ],
  testClockLimit: [
    409,
    'TEST_CLOCK_LIMIT',
    [
      'The clock of a sandbox can be at most 400 days ahead.',
      'El reloj de un entorno de prueba puede estar adelantado 400 días como máximo.',
    ],
  ],
  clientDays: [
    422,
    'CLIENT_DAYS',
    ['The last day must be today or later.', 'El último día debe ser hoy o una fecha posterior.'],
  ],
  publicKeyWrong: [
    422,
    'PUBLIC_KEY_WRONG',
    [
      'These are not valid public keys with different ids.',
      'No son claves públicas válidas con identificadores distintos.',
    ],
  ],
  tooManyClients: [
    409,
    'TOO_MANY_CLIENTS',
    [
      'Your organization already has 50 clients. Revoke one first.',
      'Su organización ya tiene 50 clientes. Revoque uno primero.',
    ],
  ],
  tooManyClientKeys: [
    409,
    'TOO_MANY_CLIENT_KEYS',
    ['This client already has two keys. Revoke one first.', 'Este cliente ya tiene dos claves. Revoque una primero.'],
  ],
  siteAddress: [
    422,
    'SITE_ADDRESS',
    [
      'Use the https address of a public site, without a path: https://www.example.com.',
      'Use la dirección https de un sitio público, sin ruta: https://www.example.com.',
    ],
  ],
  tooManySites: [
    409,
    'TOO_MANY_SITES',
    [
      'This organization already has 20 sites. Remove one first.',
      'Esta organización ya tiene 20 sitios. Quite uno primero.',
    ],
  ],
  siteUnproved: [
    422,
    'SITE_UNPROVED',
    [
      'We couldn’t find the text in the file or in the DNS record. A new DNS record can take up to an hour to appear.',
      'No encontramos el texto ni en el archivo ni en el registro DNS. Un registro DNS nuevo puede tardar hasta una hora en aparecer.',
    ],
  ],
  domainName: [
    422,
    'DOMAIN_NAME',
    [
      'Enter a domain of yours without https:// or a path, for example courses.school.com.',
      'Escriba un dominio suyo sin https:// ni ruta; por ejemplo, cursos.escuela.com.',
    ],
  ],
  domainUnproved: [
    422,
    'DOMAIN_UNPROVED',
    [
      'We couldn’t find the TXT record. A new DNS record can take up to an hour to appear. We keep checking.',
      'No encontramos el registro TXT. Un registro DNS nuevo puede tardar hasta una hora en aparecer. Seguiremos verificando.',
    ],
  ],
  domainUnreached: [
    422,
    'DOMAIN_UNREACHED',
    [
      'The domain is yours, but it does not lead here yet. Check the CNAME or A record. A new certificate can also take a few minutes. We keep checking.',
      'El dominio es suyo, pero aún no lleva aquí. Revise el registro CNAME o A. Un certificado nuevo también puede tardar unos minutos. Seguiremos verificando.',
    ],
  ],
  domainFromAbove: [
    403,
    'DOMAIN_FROM_ABOVE',
    [
      'People from the organizations above sign in on this site, too. Ask staff of the organization at the top to set its domain.',
      'En este sitio también inician sesión personas de las organizaciones superiores. Pida al personal de la organización principal que indique su dominio.',
    ],
  ],
  domainTaken: [
    409,
    'DOMAIN_TAKEN',
    [
      'Another organization uses this domain. Remove the other TXT record at this name first, then check again.',
      'Otra organización usa este dominio. Quite primero el otro registro TXT de este nombre y luego verifique de nuevo.',
    ],
  ],
  webhookUrl: [
    422,
    'WEBHOOK_URL',
    [
      'Use a public https address without a username or password.',
      'Use una dirección https pública, sin nombre de usuario ni contraseña.',
    ],
  ],
  tooManyWebhooks: [
    409,
    'TOO_MANY_WEBHOOKS',
    [
      'This client already has 10 webhook endpoints. Remove one first.',
      'Este cliente ya tiene 10 puntos de conexión de webhooks. Elimine uno primero.',
    ],
  ],
  eventGone: [
    410,
    'EVENT_GONE',
    [
      'This event is no longer available. Leave out “after” to start with the oldest one.',
      'Este evento ya no está disponible. Omita “after” para empezar por el más antiguo.',
    ],
  ],
  invalidCredentials: [401, 'INVALID_CREDENTIALS', ['Invalid Credentials.', 'Credenciales no válidas.']],
  wrongPassword: [
    422,
    'WRONG_PASSWORD',
    [
      "The old password doesn't match. Try again, or reset your password.",
      'La contraseña actual no es correcta. Inténtelo de nuevo o restablezca su contraseña.',
    ],
  ],
  tooManySignIns: [
    429,
    'TOO_MANY_SIGN_INS',
    [
      'Too many failed attempts. Wait {minutes, plural, one {{minutes} minute} other {{minutes} minutes}} and try again.',
      'Demasiados intentos fallidos. Espere {minutes, plural, one {{minutes} minuto} other {{minutes} minutos}} y vuelva a intentarlo.',
    ],
  ],
  signInGuarded: [
    429,
    'SIGN_IN_GUARDED',
    [
      'For your safety, sign in on a device you have used before. Or choose “Forgot password” to get a link by email.',
      'Por su seguridad, inicie sesión en un dispositivo que ya haya usado. O elija “¿Olvidó su contraseña?” para recibir un enlace por correo electrónico.',
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
  loginidInUse: [409, 'LOGINID_IN_USE', ['Username is already in use.', 'Este nombre de usuario ya está en uso.']],
  weakPassword: [
    422,
    'WEAK_PASSWORD',
    [
      'Minimum Length 14, Must include at least: 1 Special character, 1 Numeric.',
      '14 caracteres como mínimo. Debe incluir al menos 1 carácter especial y 1 número.',
    ],
  ],
  linkExpired: [
    410,
    'LINK_EXPIRED',
    [
      'This link has expired or was already used. Request a new one.',
      'Este enlace venció o ya se usó. Solicite uno nuevo.',
    ],
  ],
  signInLinkUsed: [
    410,
    'SIGN_IN_LINK_USED',
    ['This link was already used. Request a new one.', 'Este enlace ya se usó. Solicite uno nuevo.'],
  ],
  signInLinkOtherSite: [
    409,
    'SIGN_IN_LINK_OTHER_SITE',
    [
      'This link is for another website. Open it from your email again, or request a link on this site.',
      'Este enlace es de otro sitio web. Vuelva a abrirlo desde su correo electrónico o solicite un enlace en este sitio.',
    ],
  ],
  signInLinkElsewhere: [
    409,
    'SIGN_IN_LINK_ELSEWHERE',
    [
      'This link works only in the browser where you requested it. Go back to that browser and enter the code from the email, or request a new link here.',
      'Este enlace funciona solo en el navegador donde lo solicitó. Vuelva a ese navegador y escriba el código del correo, o solicite un enlace nuevo aquí.',
    ],
  ],
  signInLinkNeedsPassword: [
    403,
    'SIGN_IN_LINK_NEEDS_PASSWORD',
    [
      'Your organization requires two-factor authentication. Sign in with your password to set it up first.',
      'Su organización exige la autenticación de dos factores. Primero inicie sesión con su contraseña para configurarla.',
    ],
  ],
  accountDisabled: [
    409,
    'ACCOUNT_DISABLED',
    ['This account is disabled. Activate it first.', 'Esta cuenta está desactivada. Actívela primero.'],
  ],
  dateOfBirthDiffers: [
    422,
    'DOB_DIFFERS',
    [
      'Your account has a different date of birth. Contact support to correct it.',
      'Su cuenta tiene otra fecha de nacimiento. Comuníquese con soporte para corregirla.',
    ],
  ],
  identityLocked: [403, 'IDENTITY_LOCKED', ['{reason}', '{reason}']],
  adminsOnly: [
    403,
    'ADMINS_ONLY',
    [
      'Only an Admin can change an Admin or an auditor.',
      'Solo un administrador puede hacer cambios en un administrador o un auditor.',
    ],
  ],
  aboveYou: [
    403,
    'ABOVE_YOU',
    [
      "You can't change how this person signs in. They have more permissions than you.",
      'No puede cambiar cómo inicia sesión esta persona porque tiene más permisos que usted.',
    ],
  ],
  cannotCreate: [
    403,
    'CANNOT_CREATE',
    [
      "You can't add someone who has more permissions than you.",
      'No puede agregar a alguien que tenga más permisos que usted.',
    ],
  ],
  codeInUse: [
    409,
    'CODE_IN_USE',
    ['This code is already in use. Choose another one.', 'Este código ya está en uso. Elija otro.'],
  ],
  ownRemoval: [
    403,
    'OWN_REMOVAL',
    [
      "You can't remove your own account. Ask another administrator to do it.",
      'No puede eliminar su propia cuenta. Pídaselo a otro administrador.',
    ],
  ],
  cannotRemove: [
    403,
    'CANNOT_REMOVE',
    [
      "You can't remove someone who has more permissions than you.",
      'No puede eliminar a alguien que tenga más permisos que usted.',
    ],
  ],
  alreadyVerified: [
    409,
    'ALREADY_VERIFIED',
    ['This person has already chosen a password.', 'Esta persona ya eligió una contraseña.'],
  ],
  tooManyEmails: [
    429,
    'TOO_MANY_LETTERS',
    [
      'You have sent 20 emails in the past hour. Try again later.',
      'Ha enviado 20 correos en la última hora. Vuelva a intentarlo más tarde.',
    ],
  ],
  pictureRefused: [
    422,
    'PICTURE_REFUSED',
    [
      "We can't use this picture. Choose a PNG, JPEG or GIF of up to 25 megapixels.",
      'No podemos usar esta imagen. Elija un PNG, JPEG o GIF de hasta 25 megapíxeles.',
    ],
  ],
  ownPermissions: [
    403,
    'OWN_PERMISSIONS',
    ["You can't change your own permissions.", 'No puede cambiar sus propios permisos.'],
  ],
  cannotGrant: [
    403,
    'CANNOT_GRANT',
    ["You can't grant a permission that you don't have.", 'No puede otorgar un permiso que usted no tiene.'],
  ],
  socialFailed: [
    401,
    'SOCIAL_FAILED',
    ['Please login again to acces your account', 'Inicie sesión de nuevo para acceder a su cuenta'],
  ],
  socialNotOffered: [
    422,
    'SOCIAL_NOT_OFFERED',
    [
      "This way to sign in isn't available here. Choose another one.",
      'Esta forma de iniciar sesión no está disponible aquí. Elija otra.',
    ],
  ],
  socialNoEmail: [
    422,
    'SOCIAL_NO_EMAIL',
    [
      'That account has no confirmed email address. Create an account with your email address instead.',
      'Esa cuenta no tiene un correo electrónico confirmado. Cree una cuenta con su correo electrónico.',
    ],
  ],
  signInToLink: [
    409,
    'SIGN_IN_TO_LINK',
    [
      'An account with this email address already exists. Sign in with your password, then connect the other account in your settings.',
      'Ya existe una cuenta con este correo electrónico. Inicie sesión con su contraseña y luego conecte la otra cuenta en su configuración.',
    ],
  ],
  noAccountHere: [
    403,
    'NO_ACCOUNT_HERE',
    [
      "You don't have an account here yet. Ask your organization to add you.",
      'Usted aún no tiene una cuenta aquí. Pida a su organización que lo agregue.',
    ],
  ],
  addressUnconfirmed: [
    403,
    'ADDRESS_UNCONFIRMED',
    [
      "Your organization's sign-in didn't confirm your email address, so we can't find your account. Ask your organization for help, or sign in another way.",
      'El inicio de sesión de su organización no confirmó su correo electrónico, así que no podemos encontrar su cuenta. Pida ayuda a su organización o inicie sesión de otra forma.',
    ],
  ],
  issuerAddress: [
    422,
    'ISSUER_ADDRESS',
    [
      'Use the public https address of the provider, as it names itself: https://login.example.com.',
      'Use la dirección https pública del proveedor, tal como él mismo la escribe: https://login.example.com.',
    ],
  ],
  clientSecretMissing: [
    422,
    'CLIENT_SECRET_MISSING',
    [
      'Enter the client secret. A new issuer or client ID needs its own.',
      'Escriba el secreto del cliente. Otro emisor u otro ID de cliente necesita el suyo.',
    ],
  ],
  issuerUnusable: [422, 'ISSUER_UNUSABLE', ['{reason}', '{reason}']],
  socialTaken: [
    409,
    'SOCIAL_TAKEN',
    ['This is already connected to another account.', 'Ya está conectado a otra cuenta.'],
  ],
  lastWayIn: [
    409,
    'LAST_WAY_IN',
    [
      'This is your only way to sign in. Set a password first.',
      'Esta es su única forma de iniciar sesión. Establezca primero una contraseña.',
    ],
  ],
  providerDown: [
    503,
    'PROVIDER_DOWN',
    [
      "We can't reach the other service right now. Try again in a moment.",
      'Ahora no podemos conectarnos con el otro servicio. Inténtelo de nuevo en un momento.',
    ],
  ],
  orderCodeWrong: [
    422,
    'ORDER_CODE_WRONG',
    [
      "This code isn't right or has expired. Check it, or request a new one.",
      'Este código no es correcto o ya venció. Revíselo o solicite uno nuevo.',
    ],
  ],
  orderAccountExists: [
    409,
    'ORDER_ACCOUNT_EXISTS',
    [
      "An account with this order's email address already exists. Sign in to it first, then enter your order again.",
      'Ya existe una cuenta con el correo electrónico de este pedido. Primero inicie sesión y luego vuelva a escribir su número de pedido.',
    ],
  ],
  notHuman: [
    422,
    'NOT_HUMAN',
    [
      "We couldn't confirm that you're a person. Try another browser or network, or contact support.",
      'No pudimos verificar que usted es una persona. Pruebe con otro navegador u otra red, o comuníquese con soporte.',
    ],
  ],
  invitationOpen: [
    409,
    'INVITATION_OPEN',
    ['This person already has an open invitation.', 'Esta persona ya tiene una invitación pendiente.'],
  ],
  wrongCode: [
    422,
    'WRONG_CODE',
    [
      "This code isn't right or was already used. Try again.",
      'Este código no es correcto o ya se usó. Inténtelo de nuevo.',
    ],
  ],
  tooManyCodes: [
    429,
    'TOO_MANY_CODES',
    [
      'You entered too many wrong codes today. Use a recovery code or a passkey, or try again tomorrow.',
      'Escribió demasiados códigos incorrectos hoy. Use un código de recuperación o una llave de acceso, o vuelva a intentarlo mañana.',
    ],
  ],
  signInStepOver: [
    410,
    'SIGN_IN_STEP_OVER',
    ['This took too long. Sign in again.', 'Pasó demasiado tiempo. Inicie sesión de nuevo.'],
  ],
  proofNeeded: [403, 'PROOF_NEEDED', ["Confirm it's you.", 'Confirme su identidad.']],
  notProved: [422, 'NOT_PROVED', ["That isn't right. Try again.", 'No es correcto. Inténtelo de nuevo.']],
  secondFactorRequired: [
    409,
    'SECOND_FACTOR_REQUIRED',
    [
      'Your organization requires staff to use a second factor. Set up another one first.',
      'Su organización exige que el personal use un segundo factor. Configure otro primero.',
    ],
  ],
  secondFactorFirst: [
    409,
    'SECOND_FACTOR_FIRST',
    ['Set up two-factor authentication first.', 'Configure primero la autenticación de dos factores.'],
  ],
  ownSecondFactor: [
    403,
    'OWN_SECOND_FACTOR',
    [
      "You can't reset your own second factor. Ask someone else to do it.",
      'No puede restablecer su propio segundo factor. Pídaselo a otra persona.',
    ],
  ],
  passkeyRefused: [
    422,
    'PASSKEY_REFUSED',
    ["We couldn't accept this passkey. Try again.", 'No pudimos aceptar la llave de acceso. Inténtelo de nuevo.'],
  ],
  tooManyPasskeys: [
    409,
    'TOO_MANY_PASSKEYS',
    [
      'You can have up to ten passkeys. Remove one first.',
      'Puede tener hasta diez llaves de acceso. Quite una primero.',
    ],
  ],
  cannotViewAs: [403, 'CANNOT_VIEW_AS', ["You can't view as this user.", 'No puede ver el sitio como este usuario.']],
  alreadyViewing: [
    409,
    'ALREADY_VIEWING',
    [
      "You're already viewing as someone else. Exit that view first.",
      'Ya está viendo el sitio como otra persona. Primero salga de esa vista.',
    ],
  ],
  notViewing: [
    409,
    'NOT_VIEWING',
    ["You aren't viewing as anyone else.", 'No está viendo el sitio como otra persona.'],
  ],
  viewEnded: [
    403,
    'VIEW_ENDED',
    [
      "You are no longer viewing as someone else. You're back in your own account.",
      'Ya no está viendo el sitio como otra persona. Volvió a su propia cuenta.',
    ],
  ],
  cannotLink: [
    403,
    'CANNOT_LINK',
    ["This account can't be linked to yours.", 'Esta cuenta no se puede vincular a la suya.'],
  ],
  tooManyLinks: [422, 'TOO_MANY_LINKS', ['You can link up to {n} accounts.', 'Puede vincular hasta {n} cuentas.']],
  codeNeeded: [
    422,
    'CODE_NEEDED',
    [
      'This account needs a code. Enter the code from its authenticator app.',
      'Esta cuenta requiere un código. Escriba el código de su aplicación de autenticación.',
    ],
  ],
  factorNeeded: [
    403,
    'FACTOR_NEEDED',
    [
      'This account requires a second factor. Sign in with yours, or sign in to that account directly.',
      'Esta cuenta exige un segundo factor. Use el suyo al iniciar sesión o inicie sesión directamente en esa cuenta.',
    ],
  ],
  emailUnprovenSignIn: [
    403,
    'CONFIRM_EMAIL_BY_RESET',
    [
      'Confirm your email address first. Choose “Forgot password” and use the link we email you.',
      'Primero confirme su correo electrónico. Elija “¿Olvidó su contraseña?” y use el enlace que le enviaremos.',
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
