import { useEffect, useMemo, useState } from 'react';
import { useCall } from '../../../../../web/data/useCall.ts';
import { imageOf, isReadyIn, type Options, type ServerForm } from './form/form.ts';
import { type PriceBody, toPriceBody } from './form/toBody.ts';

const typingPauseMs = 150;

/** The price of the form. The previous price is shown while the next one loads. */
export function useEstimate(form: ServerForm, options: Options) {
  const image = imageOf(options, form.imageId);
  const requestBody = JSON.stringify(
    toPriceBody(form, image !== undefined && isReadyIn(image, form.datacenterId)),
  );
  const [debounced, setDebounced] = useState(requestBody);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(requestBody), typingPauseMs);
    return () => clearTimeout(timer);
  }, [requestBody]);
  const body = useMemo(() => JSON.parse(debounced) as PriceBody, [debounced]);
  return useCall('priceServers', { body }, { keepsPrevious: true });
}
