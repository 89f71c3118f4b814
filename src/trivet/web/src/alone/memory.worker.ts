// Takes Python's memory down for the next visit, and is gone.

import { remember } from "./python";

onmessage = async (event: MessageEvent<string>) => {
  try {
    await remember(event.data);
  } finally {
    close();
  }
};
