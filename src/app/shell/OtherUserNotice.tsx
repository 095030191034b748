// After the page reloaded because another user logged in elsewhere in this browser: who is logged in now, and that nothing of the
// page before was sent in that name.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { forgetOtherUser, wasOtherUser } from "#api/login/sessionUser.ts";
import { profileQuery } from "#api/profile.ts";
import { useMessage } from "#widgets/runtime/text.ts";
import { Notice } from "#widgets/ui/notice/Notice.tsx";

export function OtherUserNotice() {
  const text = useMessage();
  const { pathname } = useLocation();
  const name = useQuery(profileQuery()).data?.fullName;
  const [shownAt, setShownAt] = useState(() => (wasOtherUser() ? pathname : null));
  useEffect(forgetOtherUser, []);
  if (!name || shownAt !== pathname) return null;
  return (
    <Notice
      tone="warning"
      role="alert"
      title={text("portal.other_user.title", { name })}
      onClose={() => setShownAt(null)}
    >
      {text("portal.other_user.text")}
    </Notice>
  );
}
