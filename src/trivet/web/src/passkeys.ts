// Passkeys: the browser's own, without a library.

import { api } from "./api";
import type { Arrived, Keeping } from "./wire";

type Options = { publicKey: unknown };
type WithJson = {
  parseCreationOptionsFromJSON(options: unknown): unknown;
  parseRequestOptionsFromJSON(options: unknown): unknown;
};
const kind = () => globalThis.PublicKeyCredential as unknown as Partial<WithJson> | undefined;

/** Whether this browser has them, at this address. */
export const canPasskey = () => isSecureContext && typeof kind()?.parseCreationOptionsFromJSON === "function";

async function answered(asked: Promise<Credential | null>): Promise<Record<string, unknown>> {
  const credential = (await asked) as { toJSON(): Record<string, unknown> } | null;
  if (!credential) throw new Error("No passkey was chosen.");
  return credential.toJSON();
}

export async function keepByPasskey(): Promise<Keeping> {
  const { options } = await api.beginKeeping({});
  const publicKey = (kind() as WithJson).parseCreationOptionsFromJSON(options);
  const asked = navigator.credentials.create({ publicKey } as Options as CredentialCreationOptions);
  return api.keep({ credential: await answered(asked) });
}

export async function signIn(): Promise<Arrived> {
  const { options } = await api.beginSignIn({});
  const publicKey = (kind() as WithJson).parseRequestOptionsFromJSON(options);
  const asked = navigator.credentials.get({ publicKey } as Options as CredentialRequestOptions);
  return api.signIn({ credential: await answered(asked) });
}
