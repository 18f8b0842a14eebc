import { texts } from '#platform/texts.ts'

export const partnerTexts = texts({
  title: ['Sign in', 'Iniciar sesión'],
  sentHere: [
    '{client} sent you here. Continue only if this is your account.',
    'Usted llegó aquí desde {client}. Continúe solo si esta es su cuenta.',
  ],
  over: [
    'This link was already used or is more than 2 minutes old. Go back and open your course again, or sign in here.',
    'Este enlace ya se usó o tiene más de 2 minutos. Regrese y abra su curso otra vez, o inicie sesión aquí.',
  ],
})
