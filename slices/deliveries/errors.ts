import { error } from '../../contract/declaredError.ts';

export const errors = {
  deliveryNotRetryable: error(
    2997,
    409,
    'This delivery has already been sent.',
    'המשלוח הזה כבר נשלח.',
  ),
  deliveryEnded: error(
    2998,
    409,
    'This delivery has already ended. Only pending and kept deliveries can be given up.',
    'המשלוח הזה כבר הסתיים. אפשר לבטל רק משלוחים ממתינים ושמורים.',
  ),
  deliveryInProgress: error(
    2999,
    409,
    'This delivery is being sent right now. Try again in a few minutes.',
    'המשלוח הזה נשלח ברגעים אלה. אפשר לנסות שוב בעוד כמה דקות.',
  ),
  deliveryTypeUnknown: error(
    2994,
    409,
    'This version doesn’t know the type of this delivery.',
    'הגרסה הזו אינה מכירה את סוג המשלוח.',
  ),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  delivery: { en: 'delivery', he: 'משלוח' },
};
